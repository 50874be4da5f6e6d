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
  const scored = nodes.filter(([, state, score]) => score !== null && state !== 3).sort((a, b) => a[2] - b[2]);
  if (!scored.some(([, state]) => state === 0) || !scored.some(([, state]) => state !== 0)) return null;
  // All that is dropped is wrong for a boundary below the lowest score; each text that it passes changes that by one.
  let wrong = scored.reduce((sum, [, state]) => sum + (state === 0), 0);
  let best = wrong;
  let at = scored[0][2];
  scored.forEach(([, state, score], index) => {
    wrong += state === 0 ? -1 : 1;
    const next = scored[index + 1]?.[2];
    if (next === score || wrong >= best) return;
    best = wrong;
    at = next === undefined ? score : (score + next) / 2;
  });
  return at;
}

/**
 * How each text is painted, by its node.
 * @param {import("./api.js").NodeState[]} nodes
 * @returns {Map<number, {paint: string, kept: boolean, score: number | null}>}
 */
export function paints(nodes) {
  const cut = boundary(nodes);
  return new Map(nodes.map(([node, state, score]) => {
    const doubt = state !== 3 && score !== null && ((cut !== null && Math.abs(score - cut) <= NEAR) || (score >= HALF[0] && score <= HALF[1]));
    return [node, { paint: doubt ? "doubt" : names[state], kept: state === 1 || state === 2, score }];
  }));
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
