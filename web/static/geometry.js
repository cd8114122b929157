// The grid of a board, whatever its tiling: what is near a point, and what touches what.
// Points are [x, y] in cells, y downwards.

const SPACING = 0.5; // between the points by which an edge is found in its buckets

/** The grid of a board; `board` is the geometry that the server sends, `rules` other rules than the plain ones. */
export class Grid {
  constructor(board, rules = null) {
    this.dots = pairs(board.dots);
    this.cells = pairs(board.cells);
    this.edges = pairs(board.edges);
    this.sides = pairs(board.sides);
    this.ways = pairs(board.ways ?? []);
    this.hasDiagonals = this.ways.flat().some(isDiagonal);
    [this.rules, this.clues, this.scales] = [rules, board.clues, board.scales ?? []];
    this.labels = board.labels ?? { size: 0, texts: [] };
    this.dotNames = board.dot_names ?? [];
    this.edgeNames = board.edge_names ?? [];
    this.cellNames = board.cell_names ?? [];
    this.edgesAt = this.dots.map(() => []);
    this.edgesOf = this.cells.map(() => []);
    this.edges.forEach((ends, edge) => ends.forEach((dot) => this.edgesAt[dot].push(edge)));
    this.sides.forEach((cells, edge) => cells.forEach((cell) => this.edgesOf[cell]?.push(edge)));
    this.middles = this.edges.map(([a, b]) => between(this.dots[a], this.dots[b], 0.5));
    this.reaches = this.edgesAt.map((edges) => Math.min(...edges.map((edge) => this.lengthOf(edge))));
    this.shortest = Math.min(...this.reaches);
    [this.box, this.labelled] = [this.dots, [...this.dots, ...this.labels.texts]].map(boundsOf);
    this.dotBuckets = bucketsOf(this.dots.map((dot) => [dot]));
    this.edgeBuckets = bucketsOf(this.edges.map(([a, b]) => pointsAlong(this.dots[a], this.dots[b])));
  }

  /** The length of an edge in cells. */
  lengthOf(edge) {
    const [a, b] = this.edges[edge];
    return distance(this.dots[a], this.dots[b]);
  }

  /** The end of an edge that is not `dot`. */
  otherEnd(edge, dot) {
    const [a, b] = this.edges[edge];
    return dot === a ? b : a;
  }

  /** The edge between two dots; undefined if they are not neighbours. */
  edgeBetween(a, b) {
    return this.edgesAt[a].find((edge) => this.otherEnd(edge, a) === b);
  }

  /** The dot nearest to a point, within a share of its shortest edge; undefined if there is none. */
  nearestDot(point, share) {
    return nearest(this.dotBuckets, point, 1, (dot) => {
      const away = distance(this.dots[dot], point);
      return away <= share * this.reaches[dot] ? away : Infinity;
    });
  }

  /** The edge nearest to a point, within a reach in cells; undefined if there is none. */
  nearestEdge(point, reach) {
    return nearest(this.edgeBuckets, point, reach, (edge) => {
      const [a, b] = this.edges[edge];
      return toSegment(point, this.dots[a], this.dots[b]);
    });
  }

  /** The direction in which an edge leaves a dot, in eighths of a turn clockwise from the right. */
  wayFrom(dot, edge) {
    return this.ways[edge][this.edges[edge].indexOf(dot)];
  }

  /** The edge that leaves a dot in a direction, for straight ones also beside it; undefined if there is none. */
  towards(dot, way) {
    const beside = (turn) => this.edgesAt[dot].find((edge) => this.wayFrom(dot, edge) === (way + turn + 8) % 8);
    return beside(0) ?? (isDiagonal(way) ? undefined : beside(-1) ?? beside(1));
  }

  /** The cells around a dot. */
  cellsAt(dot) {
    return [...new Set(this.edgesAt[dot].flatMap((edge) => this.sides[edge]))].filter((cell) => cell >= 0);
  }

  /** The dots around a cell in order. */
  cornersOf(cell) {
    const left = new Set(this.edgesOf[cell]);
    const [first] = left;
    const corners = [this.edges[first][0]];
    for (let edge = first; edge !== undefined;) {
      left.delete(edge);
      const dot = this.otherEnd(edge, corners.at(-1));
      if (left.size) corners.push(dot);
      edge = [...left].find((each) => this.edges[each].includes(dot));
    }
    return corners;
  }
}

/** Whether a direction is between up, down, left and right. */
export const isDiagonal = (way) => way % 2 === 1;

/** The distance of two points. */
export const distance = ([x, y], [u, v]) => Math.hypot(x - u, y - v);

/** The point at a share of the way from one point to another. */
export const between = ([x, y], [u, v], share) => [x + (u - x) * share, y + (v - y) * share];

function pairs(flat) {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
}

function boundsOf(points) {
  const [xs, ys] = [0, 1].map((i) => points.map((point) => point[i]));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function pointsAlong(a, b) {
  const pieces = Math.max(2, Math.ceil(distance(a, b) / SPACING));
  return Array.from({ length: pieces + 1 }, (_, i) => between(a, b, i / pieces));
}

/** The buckets, one for each square of a cell, of things with some points each. */
function bucketsOf(things) {
  const buckets = new Map();
  things.forEach((points, index) => {
    for (const key of new Set(points.map(([x, y]) => keyOf(Math.floor(x), Math.floor(y))))) {
      if (!buckets.has(key)) buckets.set(key, []);
      buckets.get(key).push(index);
    }
  });
  return buckets;
}

const keyOf = (col, row) => row * 65536 + col;

function nearest(buckets, [x, y], reach, distanceTo) {
  let [best, least] = [undefined, reach];
  const [col, row] = [Math.floor(x), Math.floor(y)];
  for (let key = 0; key < 9; key += 1) {
    for (const index of buckets.get(keyOf(col - 1 + (key % 3), row - 1 + Math.floor(key / 3))) ?? []) {
      const away = distanceTo(index);
      if (away < least) [best, least] = [index, away];
    }
  }
  return best;
}

function toSegment(point, a, b) {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const share = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy);
  return distance(point, between(a, b, Math.max(0, Math.min(1, share))));
}
