// Mouse, pens and fingers. One pointer draws; two fingers, the middle button and the wheel move the
// view. Nothing is written before the pointer is released, and a second finger cancels the stroke.

import { ShadeStroke } from "./shade.js";
import { Stroke } from "./stroke.js";

const MIDDLE = 1;
const RIGHT = 2;
const ERASER = 5;
const WHEEL_REST_MS = 150;

/**
 * Listens on the board. `page` has grid, camera, view, mode, marks, `commit(edges, dot)`, `shade(cells)`;
 * `strokeAt(page, mode, start)` begins another stroke than those that draw.
 */
export function listenToPointers(root, page, strokeAt = drawingAt) {
  const gestures = new Gestures(page, strokeAt);
  root.addEventListener("pointerdown", (event) => gestures.begin(event, root));
  root.addEventListener("pointermove", (event) => gestures.move(event));
  root.addEventListener("pointerup", (event) => gestures.end(event, true));
  root.addEventListener("pointercancel", (event) => gestures.end(event, false));
  root.addEventListener("contextmenu", (event) => event.preventDefault());
  root.addEventListener("wheel", (event) => gestures.wheel(event), { passive: false });
  document.addEventListener("visibilitychange", () => document.hidden && gestures.forget());
  return { cancel: () => gestures.cancel(), isDrawing: () => gestures.stroke !== null };
}

class Gestures {
  constructor(page, strokeAt) {
    Object.assign(this, { page, strokeAt });
    this.down = new Map(); // points of the window by pointer
    this.stroke = null;
    this.grasp = null;
    this.pen = null; // while a pen is down, fingers are a resting hand
  }

  begin(event, root) {
    if (this.pen !== null && event.pointerType === "touch") return;
    if (event.pointerType === "pen") {
      this.forget();
      this.pen = event.pointerId;
    }
    root.setPointerCapture(event.pointerId);
    this.down.set(event.pointerId, pointOf(event));
    if (this.down.size > 1 || this.page.mode === "move" || event.button === MIDDLE) {
      this.cancel();
      this.grasp = this.#take();
      return;
    }
    const { page } = this;
    const [start, mode] = [page.camera.pointAt(pointOf(event)), modeOf(event, page.mode)];
    if (page.view.labels.covers(start)) return;
    this.stroke = this.strokeAt(page, mode, start);
  }

  move(event) {
    if (!this.down.has(event.pointerId)) return;
    this.down.set(event.pointerId, pointOf(event));
    if (this.grasp) return this.page.camera.glide(this.grasp());
    if (!this.stroke) return;
    const points = event.getCoalescedEvents?.() ?? [];
    let changed = false;
    for (const each of points.length ? points : [event]) {
      changed = this.stroke.follow(this.page.camera.pointAt(pointOf(each))) || changed;
    }
    if (changed) this.stroke.show(this.page.view);
  }

  end(event, isDone) {
    if (!this.down.delete(event.pointerId)) return;
    if (this.pen === event.pointerId) this.pen = null;
    if (this.grasp) this.#release();
    const { stroke } = this;
    this.cancel();
    if (stroke && isDone) this.#finish(stroke, event);
  }

  #finish(stroke, event) {
    const { page } = this;
    if (stroke.isTap && event.pointerType !== "mouse" && page.camera.isSmall) page.camera.enlarge(pointOf(event));
    else stroke.commit(page);
  }

  /** Ends the stroke under way without marks. */
  cancel() {
    if (!this.stroke) return;
    this.stroke = null;
    this.page.view.showStroke([], null);
  }

  /** Forgets all pointers: a page that is hidden is not told when they are lifted. */
  forget() {
    this.cancel();
    this.down.clear();
    this.pen = null;
    if (this.grasp) this.#release();
  }

  #release() {
    this.grasp = this.down.size ? this.#take() : null;
    if (!this.grasp) this.page.camera.rest();
  }

  /** A function that gives the view for where the one or two pointers are now. */
  #take() {
    const { camera } = this.page;
    const held = [...this.down.keys()].slice(0, 2);
    const points = () => held.map((id) => this.down.get(id));
    const point = camera.pointAt(centre(points()));
    const [spread, { scale }] = [apart(points()), camera];
    return () => camera.viewWith(point, centre(points()), scale * (apart(points()) / spread));
  }

  wheel(event) {
    event.preventDefault();
    const { camera } = this.page;
    const at = pointOf(event);
    const lines = event.deltaMode === 1 ? 16 : 1;
    const scale = camera.scale * 2 ** ((-event.deltaY * lines) / 300);
    this.cancel();
    camera.glide(camera.viewWith(camera.pointAt(at), at, scale));
    clearTimeout(this.resting);
    this.resting = setTimeout(() => camera.rest(), WHEEL_REST_MS);
  }
}

function drawingAt({ grid, view, marks }, mode, start) {
  if (mode === "shade") return new ShadeStroke(view.cells, marks.shades, start);
  return new Stroke(grid, marks.shown, mode, start);
}

const pointOf = ({ clientX, clientY }) => [clientX, clientY];

function modeOf(event, mode) {
  if (event.button === ERASER || event.buttons & 32) return "erase";
  return event.button === RIGHT || event.ctrlKey ? "cross" : mode;
}

function centre(points) {
  return [0, 1].map((i) => points.reduce((sum, point) => sum + point[i], 0) / points.length);
}

/** The distance of two fingers, at least 20 pixels; 1 for one pointer. */
function apart([a, b]) {
  return b ? Math.max(20, Math.hypot(a[0] - b[0], a[1] - b[1])) : 1;
}
