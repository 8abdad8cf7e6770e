"""The words that generators draw from: invented people, firms, places and texts.

A list is only ever appended to together with a new format version: its length and order decide what a seed draws.
"""

from __future__ import annotations


def _listed(text: str) -> tuple[str, ...]:
    """Words between white space; an underscore is a space."""
    return tuple(word.replace("_", " ") for word in text.split())


FIRST_NAMES: tuple[str, ...] = _listed(
    """
    Adaeze Aiko Alejandra Amara Amir Anders Anika Antonio Astrid Beatriz Bilal Bogdan Camille Carlos Chiara Chloe Dalia
    Daniel Daria Diego Dmitri Elena Elif Emeka Emil Esther Farid Fatima Felix Freya Gabriel Giulia Grace Hana Haruto Hugo
    Ibrahim Ines Ingrid Ivan Jasmin Jonas Julia Kaito Karim Katarina Kwame Lars Leila Lena Liam Lin Lucia Magnus Malik
    Marta Mei Mila Miriam Nadia Naoki Niamh Noah Nora Olga Omar Oskar Paula Pavel Petra Priya Rafael Rania Ravi Rosa
    Samir Sanna Sara Sofia Stefan Suki Tariq Teresa Theo Tomas Uma Valentina Vera Viktor Wanja Wei Ximena Yara Yusuf
    Zainab Zofia
    """
)

LAST_NAMES: tuple[str, ...] = _listed(
    """
    Abara Adler Almeida Andersson Aydin Bakker Baptiste Becker Bianchi Brandt Castillo Chandra Chen Costa Dahl Delgado
    Diaz Dubois Eriksen Farouk Ferrari Fischer Fontaine Garcia Gomez Haddad Hansen Hartmann Ibarra Ito Ivanova Jansen
    Jimenez Kapoor Kaya Keller Khan Kimura Kowalski Kruger Laurent Lehmann Lindqvist Lopez Marino Martens Mbeki Mendes
    Moreau Mori Mueller Nakamura Navarro Nguyen Nielsen Novak Nwosu Obi Okafor Olsen Ortega Park Patel Petrov Pohl Prieto
    Qureshi Rahman Reyes Ricci Rossi Roux Saito Santos Schmidt Sharma Silva Singh Sokolov Sorensen Suzuki Takahashi Tanaka
    Torres Urban Vargas Vasquez Vogel Wagner Walsh Weber Winter Wolff Yamada Yilmaz Zhang Zhou Zimmer
    """
)

COMPANY_HEADS: tuple[str, ...] = _listed(
    """
    Acorn Alder Amber Anchor Arbor Aspen Atlas Beacon Birch Bluefin Bramble Bridge Cedar Cinder Clover Cobalt Copper Coral
    Crescent Delta Dune Ember Falcon Fern Garnet Granite Harbor Hazel Heron Indigo Ivory Juniper Kestrel Lantern Larch
    Linden Lumen Maple Marlin Meridian Mosaic North Oakfield Onyx Orchard Osprey Pebble Pine Quarry Quartz Raven Ridge
    River Rowan Saffron Sable Slate Sparrow Spruce Sterling Summit Tamarind Teal Thistle Timber Topaz Vale Verdant Walnut
    Willow Zephyr
    """
)

COMPANY_TAILS: tuple[str, ...] = _listed(
    """
    Analytics Bakery Biotech Capital Cargo Ceramics Components Consulting Controls Design Dynamics Electric Energy
    Engineering Farms Foods Freight Furniture Glass Health Holdings Industries Instruments Interiors Labs Logistics Marine
    Materials Media Mills Motors Networks Optics Packaging Paper Partners Pharma Plastics Press Printing Robotics Seeds
    Services Shipping Software Steel Supply Systems Textiles Tools Trading Travel Water Works
    """
)

COMPANY_FORMS: tuple[str, ...] = ("AB", "AG", "BV", "GmbH", "Inc", "Ltd", "Oy", "SA", "SpA", "SRL")

CITIES: tuple[str, ...] = _listed(
    """
    Aarhus Accra Antwerp Athens Austin Bangalore Barcelona Basel Bergen Berlin Bilbao Bogota Bologna Boston Bremen Brno
    Bruges Busan Cairo Cape_Town Cologne Cork Dakar Denver Dresden Dublin Espoo Florence Gdansk Geneva Ghent Gothenburg
    Graz Hamburg Hanoi Helsinki Istanbul Jakarta Kigali Krakow Kyoto Lagos Leeds Leipzig Lille Lima Linz Lisbon Ljubljana
    Lyon Madrid Malmo Manila Marseille Medellin Milan Montreal Munich Nairobi Nantes Naples Osaka Oslo Ostrava Ottawa Porto
    Poznan Prague Quito Recife Riga Rotterdam Salzburg Santiago Seoul Seville Sofia Tallinn Tampere Tartu Toronto Toulouse
    Trieste Turin Turku Utrecht Valencia Vienna Vilnius Warsaw Wroclaw Zagreb Zurich
    """
)

COUNTRIES: tuple[str, ...] = _listed(
    """
    Argentina Australia Austria Belgium Brazil Bulgaria Canada Chile Colombia Croatia Czechia Denmark Egypt Estonia Finland
    France Germany Ghana Greece Hungary Iceland India Indonesia Ireland Italy Japan Kenya Latvia Lithuania Luxembourg
    Malaysia Mexico Morocco Netherlands New_Zealand Nigeria Norway Peru Philippines Poland Portugal Romania Rwanda Senegal
    Singapore Slovakia Slovenia South_Korea Spain Sweden Switzerland Thailand Tunisia Turkey Uruguay Vietnam
    """
)

STREETS: tuple[str, ...] = _listed(
    """
    Alder_Row Beech_Lane Bell_Street Bridge_Road Canal_Street Castle_Hill Cedar_Avenue Chapel_Lane Church_Street
    Copper_Lane Dock_Road Elm_Street Factory_Road Fern_Way Forge_Lane Garden_Street Granary_Row Harbour_Road High_Street
    Hill_Road Kings_Road Lake_View Lime_Walk Maple_Drive Market_Square Meadow_Lane Mill_Road North_Quay Oak_Street
    Orchard_Way Park_Lane Pine_Street Quarry_Road Queens_Road River_Walk School_Lane South_Quay Spring_Street Station_Road
    Sycamore_Close Tanner_Row Victoria_Street Wharf_Road Willow_Way
    """
)

JOBS: tuple[str, ...] = _listed(
    """
    account_manager accountant analyst architect auditor buyer caseworker clerk controller coordinator counsel
    data_engineer designer dispatcher editor electrician engineer estimator field_technician financial_planner nurse
    office_manager operations_lead paralegal payroll_specialist planner procurement_officer product_manager
    project_manager quality_inspector receptionist recruiter researcher safety_officer sales_representative scheduler
    security_analyst site_manager support_agent surveyor teacher trainer translator treasurer underwriter warehouse_lead
    """
)

PRODUCTS: tuple[str, ...] = _listed(
    """
    adapter air_filter battery_pack bearing bench_scale binder bracket cable_drum clamp compressor control_panel conveyor
    desk_lamp drill_bit dust_mask extension_cord fan_unit fastener_set flow_meter gasket gauge hand_truck heat_pump hinge
    hose_reel keyboard label_printer laptop_stand ledger level_sensor light_tower lock_set monitor motor office_chair
    pallet_jack panel_saw power_supply pressure_valve projector pump relay router safety_helmet scanner shelf_unit solenoid
    spray_gun switch tape_measure thermostat toner_cartridge tool_chest torque_wrench transformer valve webcam work_glove
    """
)

DOMAINS: tuple[str, ...] = ("example.com", "example.net", "example.org")
"""Reserved for examples: no message can ever reach somebody."""

WORDS: tuple[str, ...] = _listed(
    """
    account after agreed agenda already amount annual answer approval area arrives asked audit available balance because
    before budget building calendar change checked client close column comes committee complete confirm contract copies
    corrected cost current customer daily date decision delivery department detail document draft due during early entry
    estimate every evening expects figure file final first follow form forward found from fully further given goes group
    half hands have holds hour house import inside into invoice issue item joint keeps known large last late later ledger
    less letter limit line list local long made main market means meeting member method middle minor missing monday month
    more morning most moved name nearly need never next noted notice number offer office often older only open order other
    outside over owner page paid part past pending people period phone place plan point policy prepared price private
    process project proposal quarter question quiet quote raised rate ready reason received record region release remain
    remarks reminder repair reply report request result return review revised room rota round same sample schedule second
    section sends separate service session shared sheet short should shows side signed single site small some staff stage
    standard start state station status still stock store summary supplier supply table takes task team terms then third
    ticket today together total travel tuesday under unit until update usual value vendor version visit waits warehouse
    week went which whole with within without work writes yearly
    """
)
