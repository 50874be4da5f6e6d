/** How texts are painted: kept, dropped, doubtful. */

/** How near to the page's cut a score is doubtful: this share of the way from the cut to 0, or to 1. */
const NEAR = 0.3;

const names = ["dropped", "part", "kept", "hidden"];

/** Whether a score is near a cut. */
export function isNear(score, cut) {
  const way = score < cut ? cut : 1 - cut;
  return Math.abs(score - cut) <= NEAR * way;
}

/** How the texts of an answer are painted. */
export class Paints {
  #nodes;

  /** @param {import("./api.js").NodeState[]} nodes in the order of the page */
  constructor(nodes) {
    this.#nodes = nodes;
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

  /** @returns {{paint: string, kept: boolean, score: number | null, cut: number | null} | undefined} undefined for what is no text of the answer */
  get(node) {
    const place = this.placeOf(node);
    if (place < 0) return undefined;
    const [, state, score, cut] = this.#nodes[place];
    const doubt = state !== 3 && score !== null && cut !== null && isNear(score, cut);
    return { paint: doubt ? "doubt" : names[state], kept: state === 1 || state === 2, score, cut };
  }
}

/** The kinds of paint with what they mean, for the legend. */
export const legend = [
  ["kept", "kept"],
  ["part", "kept in part"],
  ["doubt", "doubtful: close to the page’s cut"],
  ["dropped", "dropped"],
  ["hidden", "hidden on the page, dropped"],
];

/** Steps of the heat map: the share of other pages from which on a text has the step. */
export const heatSteps = [0, 0.05, 0.25, 0.5, 0.8];

/** The step of a share; 0 for a text that stands on few other pages or none. */
export const heatOf = (share) => heatSteps.findLastIndex((from) => share >= from);
