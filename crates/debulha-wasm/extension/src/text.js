// What needs neither a browser nor the module.

/** Words that a reader reads in a minute: the mean for English non-fiction, read silently (brysbaert2019). */
const WORDS_PER_MINUTE = 238;

/** Authors, site, date and reading time in a line. */
export function facts(metadata, text, host) {
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).length;
  const minutes = Math.max(1, Math.round(words / WORDS_PER_MINUTE));
  const authors = (metadata.authors ?? []).map((author) => author.name ?? author).filter((name) => typeof name === "string");
  const date = typeof metadata.published === "string" ? metadata.published.slice(0, 10) : "";
  return [authors.join(", "), metadata.site_name || host, date, `${minutes} min`].filter(Boolean).join(" · ");
}

/** A title as the name of a file: letters and digits of any script, at most 80 characters. */
export function fileName(title) {
  const name = title.normalize("NFC").toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return [...name].slice(0, 80).join("").replace(/-+$/, "") || "page";
}

/** Offsets in UTF-8 of a text as offsets in UTF-16, in the order given. O(text + n log n). */
export function utf16Of(text, offsets) {
  const order = offsets.map((_, nth) => nth).sort((a, b) => offsets[a] - offsets[b]);
  const found = new Array(offsets.length);
  let [bytes, units] = [0, 0];
  for (const nth of order) {
    while (bytes < offsets[nth] && units < text.length) {
      const char = text.codePointAt(units);
      bytes += char < 0x80 ? 1 : char < 0x800 ? 2 : char < 0x10000 ? 3 : 4;
      units += char < 0x10000 ? 1 : 2;
    }
    found[nth] = units;
  }
  return found;
}

/** The indices of places, in ascending order, that lie within a range of `[start, end, start, end, …]`. O(places + ranges log ranges). */
export function within(places, ends) {
  const ranges = [];
  for (let nth = 0; nth < ends.length; nth += 2) ranges.push([ends[nth], ends[nth + 1]]);
  ranges.sort((a, b) => a[0] - b[0]);
  let [next, reach] = [0, -1];
  return places.flatMap((place, nth) => {
    for (; next < ranges.length && ranges[next][0] <= place; next += 1) reach = Math.max(reach, ranges[next][1]);
    return place < reach ? [nth] : [];
  });
}

/** A field of a CSV table. */
export function csvField(text) {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
