"use strict";
// Makes tables sortable and filterable. Without it the page shows the same, in the order it was written.
(() => {
  const words = (element) => element.dataset.value ?? element.textContent.replace(/\s+/g, " ").trim();
  const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

  function rich(table) {
    const body = table.tBodies[0];
    const heads = [...table.tHead.rows[0].cells];
    const written = [...body.rows];
    if (written.length < 2) return;
    const number = (row, column) => {
      const found = parseFloat(words(row.cells[column]).replace(/[\s,]/g, ""));
      return Number.isNaN(found) ? -Infinity : found;
    };

    heads.forEach((head, column) => {
      if (head.dataset.kind === "fixed") return;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const before = head.getAttribute("aria-sort");
        const way = before === "ascending" ? "descending" : before === "descending" ? null : "ascending";
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        if (way) head.setAttribute("aria-sort", way);
        const sign = way === "descending" ? -1 : 1;
        const compare = head.dataset.kind === "number"
          ? (a, b) => Math.sign(number(a, column) - number(b, column) || 0)
          : (a, b) => collator.compare(words(a.cells[column]), words(b.cells[column]));
        const order = way ? [...written].sort((a, b) => sign * compare(a, b)) : written;
        body.append(...order);
      });
    });

    if (!("filter" in table.dataset)) return;
    const texts = new Map(written.map((row) => [row, [...row.cells].map(words).join(" ").toLowerCase()]));
    const tools = document.createElement("div");
    tools.className = "tools";
    const input = document.createElement("input");
    input.type = "search";
    input.placeholder = "Filter";
    input.setAttribute("aria-label", `Filter: ${table.caption?.textContent ?? "rows"}`);
    const count = document.createElement("span");
    count.setAttribute("role", "status");
    const menus = [];
    tools.append(input);
    heads.forEach((head, column) => {
      if (head.dataset.kind !== "choice") return;
      const label = head.textContent.trim();
      const menu = document.createElement("select");
      menu.setAttribute("aria-label", label);
      menu.append(new Option(`${label}: all`, ""));
      const values = [...new Set(written.map((row) => words(row.cells[column])))].sort(collator.compare);
      values.forEach((value) => menu.append(new Option(value, value)));
      menu.addEventListener("change", apply);
      menus.push([menu, column]);
      tools.append(menu);
    });
    tools.append(count);
    input.addEventListener("input", apply);
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      input.value = "";
      menus.forEach(([menu]) => { menu.value = ""; });
      apply();
      input.blur();
    });
    (table.closest(".frame") ?? table).before(tools);
    apply();

    function apply() {
      const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      let visible = 0;
      for (const row of written) {
        const text = texts.get(row);
        const keep = wanted.every((word) => text.includes(word))
          && menus.every(([menu, column]) => !menu.value || words(row.cells[column]) === menu.value);
        row.hidden = !keep;
        if (keep) visible += 1;
      }
      count.textContent = visible === written.length ? `${visible} rows` : `${visible} of ${written.length} rows`;
    }
  }
  document.querySelectorAll("table[data-rich]").forEach(rich);

  const theme = document.getElementById("theme");
  function flip() {
    const root = document.documentElement;
    const dark = (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
    root.dataset.theme = dark ? "light" : "dark";
  }
  theme.hidden = false;
  theme.addEventListener("click", flip);
  document.querySelectorAll(".keys").forEach((keys) => { keys.hidden = false; });

  const links = [...document.querySelectorAll("nav.sections a[href^='#']")];
  const sections = links.map((link) => document.getElementById(link.hash.slice(1)));
  function current() {
    const line = 120;
    let found = -1;
    sections.forEach((section, index) => {
      if (section && section.getBoundingClientRect().top <= line) found = index;
    });
    links.forEach((link, index) => {
      if (index === found) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
    return found;
  }
  addEventListener("scroll", current, { passive: true });
  current();

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.key === "/") {
      const inputs = [...document.querySelectorAll(".tools input")];
      const near = inputs.find((input) => input.getBoundingClientRect().top > 0) ?? inputs[0];
      if (!near) return;
      event.preventDefault();
      near.focus();
    } else if (event.key === "t") {
      flip();
    } else if (event.key === "n" || event.key === "p") {
      const to = sections[current() + (event.key === "n" ? 1 : -1)];
      if (to) to.scrollIntoView();
      else if (event.key === "p") scrollTo(0, 0);
    }
  });

  // A link to a folded detail opens it.
  function unfold() {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target instanceof HTMLDetailsElement) target.open = true;
  }
  addEventListener("hashchange", unfold);
  unfold();
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((detail) => { detail.open = true; }));
})();
