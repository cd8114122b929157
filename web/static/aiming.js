// The space that a board takes in the free area, and the view that shows a part of it, moved and zoomed
// just as far as needed.

const MARGIN = 0.35; // around the board with its labels, in cells
const SIDE_PX = 32; // beside the outermost lines, where a finger at the side of the screen goes back a page
const AROUND = 0.4; // what is seen around the part, in cells
const LEGIBLE_PX = 16;
const LARGE_PX = 44;

/** What is around the dots of a grid: labels in cells, and at least `bands`, in pixels, left of it and above. */
export class Frame {
  constructor({ box, labelled }, bands) {
    this.axes = [0, 1].map((i) => ({
      first: box[i],
      last: box[i + 2],
      before: box[i] - labelled[i] + MARGIN,
      after: labelled[i + 2] - box[i + 2] + MARGIN,
      beforePx: Math.max(bands[i], i ? 0 : SIDE_PX),
      afterPx: i ? 0 : SIDE_PX,
    }));
  }

  /** The pixels of a cell with which all fits into a space, [width, height]. */
  scaleIn(space) {
    const scales = this.axes.flatMap(({ first, last, before, after, beforePx, afterPx }, i) =>
      [[before, 0], [0, beforePx]].flatMap(([near, nearPx]) => [[after, 0], [0, afterPx]].map(([far, farPx]) =>
        (space[i] - nearPx - farPx) / (last - first + near + far))));
    return Math.min(...scales);
  }

  /** Where all begins and ends at a scale, for each axis. */
  boundsAt(scale) {
    return this.axes.map(({ first, last, before, after, beforePx, afterPx }) =>
      [first - Math.max(before, beforePx / scale), last + Math.max(after, afterPx / scale)]);
  }
}

/** The view of a camera that shows a part, { x, y, width, height }, beside the labels of a zoomed board. */
export function aimed(camera, { x, y, width, height }) {
  const { view, grid: { shortest }, leastScale, width: across, height: down } = camera;
  const band = Math.max(...camera.drawing.labels.bandsPx);
  const [from, size] = [[x - AROUND, y - AROUND], [width + 2 * AROUND, height + 2 * AROUND]];
  const fitting = Math.min(...[across, down].map((pixels, i) => (pixels - band) / size[i]));
  const isTiny = view.scale * shortest < LEGIBLE_PX;
  const wanted = isTiny ? Math.max(LARGE_PX / shortest, view.scale) : view.scale;
  const scale = Math.max(leastScale, Math.min(wanted, fitting));
  const at = [across, down].map((pixels, i) => {
    const half = pixels / scale / 2;
    const [first, last] = [from[i] + size[i] - half, from[i] - band / scale + half];
    return Math.max(first, Math.min(view.at[i], last));
  });
  return { at, scale };
}
