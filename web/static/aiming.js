// The view that shows a part of the board, moved and zoomed just as far as needed.

const AROUND = 0.4; // what is seen around the part, in cells
const LEGIBLE_PX = 16;
const LARGE_PX = 44;

/** The view of a camera that shows a part, { x, y, width, height }, beside the labels of a zoomed board. */
export function aimed(camera, { x, y, width, height }) {
  const { view, grid: { shortest }, leastScale, width: across, height: down } = camera;
  const band = camera.drawing.labels.bandPx;
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
