// The board of a draft: a grid of cells that take clues, one of which is selected.

import { h, set } from "./dom.js";
import { say } from "./words.js";

/** The cells in `root`; calls `tap(cell)`. */
export class Fields {
  constructor(root, { names, cols }, tap) {
    Object.assign(this, { root, names, cols, at: 0 });
    root.style.setProperty("--cols", cols);
    root.style.setProperty("--rows", names.length / cols);
    const name = (text) => h("span", { class: "name", "aria-hidden": "true" }, text);
    this.cells = names.map((_, cell) => h("div", { role: "gridcell", tabindex: -1, onclick: () => tap(cell) }));
    root.append(name(""), ...names.slice(0, cols).map((each) => name(each.replace(/\d+/, ""))));
    for (let first = 0; first < names.length; first += cols) {
      const row = this.cells.slice(first, first + cols);
      root.append(h("div", { role: "row" }, name(names[first].replace(/\D+/, "")), row));
    }
  }

  /** Shows the clues of all cells, which of them are in doubt, and which sides of each are lines. */
  show(clueOf, doubts, lines) {
    this.cells.forEach((element, cell) => {
      const clue = clueOf(cell), isBlank = clue === null, isDoubt = doubts.includes(cell);
      const told = say(isBlank ? "cell_blank" : "cell_now", { cell: this.names[cell], clue });
      element.textContent = isBlank ? "" : clue;
      set(element, { "aria-label": isDoubt ? say("in_doubt", { cell: told }) : told });
      element.classList.toggle("doubt", isDoubt);
      element.style.borderColor = (lines[cell] ?? []).map((is) => (is ? "var(--line)" : "transparent")).join(" ");
    });
  }

  /** What a screen reader says of the selected cell. */
  get told() {
    return this.cells[this.at].getAttribute("aria-label");
  }

  /** Selects a cell; it has the focus, unless a button has it. */
  select(cell) {
    set(this.cells[this.at], { tabindex: -1, "aria-selected": "false" });
    this.at = cell;
    const element = this.cells[cell], { activeElement } = document;
    set(element, { tabindex: 0, "aria-selected": "true" });
    if (activeElement === document.body || this.root.contains(activeElement)) element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Selects the cell to which a key leads; returns whether it leads to one. */
  move(key) {
    const row = this.at - (this.at % this.cols);
    const cells = {
      ArrowLeft: this.at - 1,
      ArrowRight: this.at + 1,
      ArrowUp: this.at - this.cols,
      ArrowDown: this.at + this.cols,
      Home: row,
      End: row + this.cols - 1,
      Enter: row + this.cols,
    };
    if (!(key in cells)) return false;
    if (cells[key] in this.cells) this.select(cells[key]);
    return true;
  }
}
