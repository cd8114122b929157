// The options that a list shows for what is typed, one of which may be selected by keys.

import { h } from "./dom.js";

const STEPS = { ArrowDown: 1, ArrowUp: -1 };

/** The options of `input` in `list`; `draw(item)` is the content of one, `pick(item)` takes it. */
export class Options {
  constructor(input, list, draw, pick) {
    Object.assign(this, { input, list, draw, pick, items: [], active: -1 });
  }

  get isOpen() {
    return !this.list.hidden;
  }

  /** The selected item, or undefined. */
  get chosen() {
    return this.items[this.active];
  }

  /** Shows items, one of which may be selected. */
  show(items, active) {
    Object.assign(this, { items, active });
    this.list.replaceChildren(...items.map((item, index) => h("li", {
      id: `${this.list.id}-${index}`,
      role: "option",
      "aria-selected": String(index === active),
      onpointerdown: (event) => {
        event.preventDefault();
        this.pick(item);
      },
    }, this.draw(item))));
    this.list.hidden = false;
    if (this.chosen) this.input.setAttribute("aria-activedescendant", `${this.list.id}-${active}`);
    else this.input.removeAttribute("aria-activedescendant");
    this.list.children[active]?.scrollIntoView({ block: "nearest" });
  }

  hide() {
    this.list.hidden = true;
    this.active = -1;
    this.input.removeAttribute("aria-activedescendant");
  }

  /** Does what a key is for, and returns that: "move", "pick", "hide" or null. */
  press({ key, altKey, shiftKey }) {
    const { items, active, chosen } = this;
    if (!this.isOpen) return null;
    if (key in STEPS && items.length && !altKey) {
      const from = active < 0 && key === "ArrowUp" ? 0 : active; // up without a selection selects the last
      this.show(items, (from + STEPS[key] + items.length) % items.length);
      return "move";
    }
    if (key === "Escape") {
      this.hide();
      return "hide";
    }
    if (!chosen || (key !== "Tab" && (key !== "Enter" || shiftKey))) return null;
    this.pick(chosen);
    return "pick";
  }
}
