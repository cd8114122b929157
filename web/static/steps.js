// The steps of a person on a draft, which are undone and redone: each is the requests that take it back,
// and those that do it again.

const BACK = { right: "left", left: "right" }; // the other turns take themselves back

/** The steps on a draft. */
export class Steps {
  constructor(draft) {
    this.draft = draft;
    this.clear();
  }

  /** Forgets all steps: the board is not as they left it. */
  clear() {
    [this.done, this.undone] = [[], []];
  }

  /** Sets clues, as [cell, clue]. */
  set(clues) {
    const { draft } = this;
    const before = clues.map(([cell]) => [cell, draft.clues[cell]]);
    if (`${before}` !== `${clues}`) this.#do([draft.setting(before)], [draft.setting(clues)]);
    else draft.change(draft.setting(clues)); // certain now
  }

  /** Turns the board, or mirrors it. */
  turn(how) {
    const { size } = this.draft;
    this.#do([{ do: "turn", size: turned(size, how), how: BACK[how] ?? how }], [{ do: "turn", size, how }]);
  }

  /** Gives the board another size, `to`. */
  resize(to) {
    const { size } = this.draft;
    const clues = this.draft.clues.map((clue, cell) => [cell, clue]).filter(([, clue]) => clue !== null);
    this.#do([{ do: "resize", size: to, to: size }, this.draft.setting(clues)], [{ do: "resize", size, to }]);
  }

  #do(back, again) {
    this.undone = [{ back, again }];
    this.move("again");
  }

  /** Takes the last step "back", or does it "again"; returns what that sets, as [cell, clue]. */
  move(way) {
    const [from, to] = way === "back" ? [this.done, this.undone] : [this.undone, this.done];
    const step = from.pop();
    if (!step) return [];
    to.push(step);
    for (const request of step[way]) this.draft.change(request);
    return step[way].length > 1 ? [] : step[way][0].clues ?? [];
  }
}

/** The size of a board after a turn: those by a quarter exchange its sides. */
function turned(size, how) {
  return how in BACK ? size.split("x").reverse().join("x") : size;
}
