(() => {
  "use strict";
  const root = document.documentElement;
  const pages = [...document.querySelectorAll(".page")];
  const links = new Map([...document.querySelectorAll(".outline a")].map((a) => [a.hash.slice(1), a]));
  const place = document.querySelector(".place");
  const [said, heard] = place.querySelectorAll("[aria-live] span");
  const help = document.querySelector(".help");
  const outline = document.querySelector(".outline");
  const buttons = new Map([...document.querySelectorAll("[data-go]")].map((b) => [b.dataset.go, b]));
  const steps = pages.length - 1; // the last page is the appendix
  let now = -1;

  const to = { first: () => 0, back: () => now - 1, next: () => now + 1, last: () => steps - 1 };

  function list(open) {
    root.classList.toggle("listing", open);
    place.setAttribute("aria-expanded", String(open));
  }

  // The address names a page or something in it; without one the battle begins at its first step.
  function named() {
    let id = location.hash.slice(1);
    try { id = decodeURIComponent(id); } catch { /* an address cut short names nothing */ }
    const there = id && document.getElementById(id);
    const page = there && there.closest(".page");
    return { index: page ? pages.indexOf(page) : now < 0 ? 0 : now, inside: page && page !== there ? there : null };
  }

  function show(index) {
    if (index !== now) {
      if (now >= 0) pages[now].classList.remove("now");
      for (const a of links.values()) a.removeAttribute("aria-current");
      now = index;
      pages[now].classList.add("now");
    }
    const page = pages[now];
    const link = links.get(page.id);
    if (link) {
      link.setAttribute("aria-current", "step");
      if (outline.scrollHeight > outline.clientHeight) {
        outline.scrollTop = link.offsetTop - outline.clientHeight / 2;
      }
    }
    root.classList.toggle("beginning", now === 0);
    said.textContent = page.dataset.place;
    heard.textContent = page.querySelector("h2").textContent;
    root.style.setProperty("--far", `${(100 * Math.min(now + 1, steps)) / Math.max(steps, 1)}%`);
    buttons.get("first").disabled = buttons.get("back").disabled = now === 0;
    buttons.get("next").disabled = now === pages.length - 1;
    buttons.get("last").disabled = now === steps - 1;
  }

  function arrive() {
    const { index, inside } = named();
    show(index);
    list(false);
    if (inside) inside.scrollIntoView();
    else scrollTo(0, 0);
  }

  // One entry in the history for a walk through the battle, not one for every step of it.
  function go(index) {
    if (index < 0 || index >= pages.length || index === now) return;
    const focused = document.activeElement;
    history.replaceState(null, "", `#${pages[index].id}`);
    arrive();
    if (focused && focused.disabled) pages[now].querySelector("h2").focus({ preventScroll: true });
  }

  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };

  function pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || help.open) return;
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    if (keys[event.key] && !event.shiftKey) {
      event.preventDefault();
      go(to[keys[event.key]]());
    } else if (event.key === "?") {
      event.preventDefault();
      help.showModal();
    } else if (event.key === "Escape" && root.classList.contains("listing")) {
      list(false);
      place.focus();
    }
  }

  function printing(open) {
    for (const fold of document.querySelectorAll("details")) {
      if (open && !fold.open) fold.dataset.closed = "";
      if (open) fold.open = true;
      else if ("closed" in fold.dataset) { fold.open = false; delete fold.dataset.closed; }
    }
  }

  history.scrollRestoration = "manual";
  for (const [name, button] of buttons) button.addEventListener("click", () => go(to[name]()));
  place.addEventListener("click", () => {
    const open = !root.classList.contains("listing");
    list(open);
    if (open) outline.querySelector("[aria-current]")?.focus();
  });
  document.querySelector(".ask").addEventListener("click", () => help.showModal());
  document.addEventListener("keydown", pressed);
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".outline, .place")) list(false);
    const link = event.target.closest("a");
    if (link && link.hash && link.hash === location.hash) arrive();
  });
  addEventListener("hashchange", arrive);
  addEventListener("beforeprint", () => printing(true));
  addEventListener("afterprint", () => printing(false));
  addEventListener("load", arrive);
  arrive();
})();
