/** What becomes of each text, as it is painted. */

/** Scores so near to where kept ends and dropped begins are doubtful. */
export const NEAR = 0.15;
/** So are probabilities of about a half, wherever the page is cut. */
export const HALF = [0.35, 0.65];

const names = ["dropped", "part", "kept", "hidden"];

/**
 * The score that parts kept texts from dropped ones with the fewest on the wrong side.
 * @param {import("./api.js").NodeState[]} nodes
 * @returns {number | null} null where nothing has a score, or all is kept, or all dropped
 */
export function boundary(nodes) {
  const scores = (wanted) => Float64Array.from(nodes.filter(([, state, score]) => score !== null && wanted(state)), ([, , score]) => score).sort();
  const dropped = scores((state) => state === 0);
  const kept = scores((state) => state === 1 || state === 2);
  if (!dropped.length || !kept.length) return null;
  let [d, k] = [0, 0];
  const lowest = () => Math.min(dropped[d] ?? Infinity, kept[k] ?? Infinity);
  // All that is dropped is wrong for a boundary below the lowest score; each text that it passes changes that by one.
  let best = dropped.length;
  let at = lowest();
  while (d < dropped.length || k < kept.length) {
    const score = lowest();
    while (dropped[d] === score) d += 1;
    while (kept[k] === score) k += 1;
    const wrong = dropped.length - d + k;
    if (wrong >= best) continue;
    best = wrong;
    at = lowest() === Infinity ? score : (score + lowest()) / 2;
  }
  return at;
}

/** How the texts of an answer are painted. */
export class Paints {
  #nodes;
  #cut;

  /** @param {import("./api.js").NodeState[]} nodes in the order of the page */
  constructor(nodes) {
    this.#nodes = nodes;
    this.#cut = boundary(nodes);
  }

  /** The place of a text among all of the answer; -1 where it is none of them. */
  placeOf(node) {
    let [low, high] = [0, this.#nodes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#nodes[middle][0] < node) low = middle + 1;
      else high = middle;
    }
    return this.#nodes[low]?.[0] === node ? low : -1;
  }

  /** @returns {{paint: string, kept: boolean, score: number | null} | undefined} undefined for what is no text of the answer */
  get(node) {
    const place = this.placeOf(node);
    if (place < 0) return undefined;
    const [, state, score] = this.#nodes[place];
    const near = this.#cut !== null && Math.abs(score - this.#cut) <= NEAR;
    const doubt = state !== 3 && score !== null && (near || (score >= HALF[0] && score <= HALF[1]));
    return { paint: doubt ? "doubt" : names[state], kept: state === 1 || state === 2, score };
  }
}

/** The kinds of paint with what they mean, for the legend. */
export const legend = [
  ["kept", "kept"],
  ["part", "kept in part"],
  ["doubt", "doubtful: the score is near the boundary"],
  ["dropped", "dropped"],
  ["hidden", "hidden on the page, and dropped"],
];

/** Steps of the heat map: the share of other pages from which on a text has the step. */
export const heatSteps = [0, 0.05, 0.25, 0.5, 0.8];

/** The step of a share; 0 for a text that stands on few other pages or none. */
export const heatOf = (share) => heatSteps.findLastIndex((from) => share >= from);
