"""Identifies the customer, moves the account and every order that the policy lets go, and records it."""

import json
import pathlib
import re

said = "\n".join(message["text"] for message in messages)
postcode = re.search(r"postcode (\d{4})", said).group(1)
address = re.search(r"new flat is at (.+)\.", said).group(1)
name = re.search(r"customer in this chat, ([A-Z]\w+ [A-Z]\w+)", goal).group(1)

customer = tools.shop.identify_customer(name=name, postcode=postcode)
before = customer["address"]
moved, kept = [], []
for order in tools.shop.list_orders(customer_id=customer["id"]):
    if order["status"] == "pending" and order["ship_to"] == before:
        moved.append(order["id"])
    elif order["status"] in ("pending", "packed"):
        kept.append(order["id"])

tools.shop.set_account_address(customer_id=customer["id"], address=address)
for number in moved:
    tools.shop.set_order_address(order_id=number, address=address)

case = {
    "customer": customer["id"],
    "previous_address": before,
    "account_address": address,
    "moved": moved,
    "kept": kept,
}
pathlib.Path("out").mkdir(exist_ok=True)
pathlib.Path("out/case.json").write_text(json.dumps(case, indent=2) + "\n")
