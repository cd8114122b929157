// Where people point on a board of several: others are told where, and theirs are shown.

import { s, set } from "./dom.js";
import { inColourOf, letterOf } from "./authors.js";
import { distance } from "./geometry.js";

const SENT_MS = 200; // between two places that are sent
const SHOWN_MS = 5000;
const NEAR_PX = 48;
const MOST_OUTSIDE = 5; // cells beside the board, where a pointer is not sent

/** Listens on the board and shows the pointers of others; `nameOf(member)` is what they are called. */
export class Pointing {
  constructor(root, page, nameOf) {
    Object.assign(this, { page, nameOf, own: null });
    this.others = new Map(); // by member, { at, sign, fading }
    this.group = s("g", { class: "pointers" });
    page.view.cursor.after(this.group);
    root.addEventListener("pointermove", (event) => this.#move(page.camera.pointAt([event.clientX, event.clientY])));
    root.addEventListener("pointerleave", () => this.#place(null));
  }

  /** Shows the pointers of others, or hides them. */
  set isShown(isShown) {
    set(this.group, { visibility: isShown ? "visible" : "hidden" });
  }

  #move(at) {
    this.#place(at);
    const [left, top, right, bottom] = this.page.grid.box;
    const outside = Math.max(left - at[0], top - at[1], at[0] - right, at[1] - bottom);
    if (this.timer || outside > MOST_OUTSIDE) return;
    this.timer = setTimeout(() => {
      this.timer = 0;
      if (this.own) this.page.connection.point(this.own.map((each) => Math.round(each * 100) / 100));
    }, SENT_MS);
  }

  #place(own) {
    this.own = own;
    for (const { at, sign } of this.others.values()) {
      const isNear = own && distance(own, at) * this.page.camera.scale < NEAR_PX;
      sign.classList.toggle("near", Boolean(isNear));
    }
  }

  /** Takes where others point, as [member, x, y]. */
  take(pointers) {
    const { others, page: { grid } } = this;
    for (const [member, ...at] of pointers) {
      if (member === this.page.marks.confirmed.me) continue;
      clearTimeout(others.get(member)?.fading);
      const sign = others.get(member)?.sign ?? this.#add(member);
      const fading = setTimeout(() => { sign.remove(); others.delete(member); }, SHOWN_MS);
      others.set(member, { at, sign, fading });
      sign.style.transform = `translate(${at[0]}px, ${at[1]}px)`;
      sign.classList.toggle("right", at[0] > (grid.box[0] + grid.box[2]) / 2);
    }
    this.#place(this.own);
  }

  #add(member) {
    const name = s("text", { class: "name" }, this.nameOf(member));
    const sign = inColourOf(member, s("g", { class: "pointer" }, s("circle"), s("text", {}, letterOf(member)), name));
    this.group.append(sign);
    return sign;
  }
}
