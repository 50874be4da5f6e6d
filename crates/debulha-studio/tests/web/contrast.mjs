/** WCAG contrast of the colours of theme.css, in both themes. `node contrast.mjs STYLE` prints them. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const channel = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const luminance = (rgb) => rgb.map((one) => channel(one / 255)).reduce((sum, one, index) => sum + one * [0.2126, 0.7152, 0.0722][index], 0);
const parse = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
/** `share` of a colour over another. */
const over = (top, share, ground) => top.map((one, index) => one * share + ground[index] * (1 - share));

/** @param {number[]} a @param {number[]} b */
export function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** What stands on what, and the least contrast that it needs: 4.5 for text, 3 for edges and focus. */
const pairs = [
  ...["ground", "panel", "raised"].flatMap((ground) => [
    ...["ink", "soft", "keep", "bad", "part", "doubt"].map((text) => [text, ground, 4.5]),
    ...["edge", "focus"].map((line) => [line, ground, 3]),
  ]),
  ["on-keep", "keep", 4.5],
  ...["bar", "tick", "dot", ...Array.from({ length: 7 }, (_, series) => `series-${series}`)].map((line) => [line, "ground", 3]),
];
/** Text on tints of the app: the tint, its share, the ground. */
const tints = [["ink", "keep", 0.22, "ground"], ["ink", "part", 0.35, "ground"], ["ink", "doubt", 0.28, "ground"], ["ink", "heat", 0.62, "ground"]];

/** @returns {{theme: string, text: string, ground: string, ratio: number, needs: number}[]} */
export function ratios(css) {
  const colours = [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [name, [parse(light), parse(dark)]]);
  const named = Object.fromEntries(colours);
  return ["light", "dark"].flatMap((theme, at) => [
    ...pairs.map(([text, ground, needs]) => ({ theme, text, ground, needs, ratio: contrast(named[text][at], named[ground][at]) })),
    ...tints.map(([text, tint, share, ground]) => ({
      theme, text, ground: `${tint} ${Math.round(100 * share)} % on ${ground}`, needs: 4.5,
      ratio: contrast(named[text][at], over(named[tint][at], share, named[ground][at])),
    })),
  ]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const { theme, text, ground, ratio, needs } of ratios(readFileSync(process.argv[2], "utf8"))) {
    console.log(`${theme.padEnd(6)} ${text.padEnd(8)} on ${ground.padEnd(24)} ${ratio.toFixed(2).padStart(6)} ${ratio >= needs ? "" : `LESS THAN ${needs}`}`);
  }
}
