// Texts that were marked as wrong, kept on this computer, as the table `blocks.csv` that the studio and `debulha train` read.

import { csvField } from "./text.js";

const keyOf = ({ page, xpath, text }) => JSON.stringify([page, xpath, text]);

export class Labels {
  /** Labels by page, place and text. */
  #labels = new Map();

  async load() {
    const { labels } = await chrome.storage.local.get("labels");
    this.#labels = new Map(labels ?? []);
  }

  get isEmpty() {
    return this.#labels.size === 0;
  }

  has(place) {
    return this.#labels.has(keyOf(place));
  }

  /** Sets a label, or removes it. Whether it is set now. */
  toggle(place, label) {
    const key = keyOf(place);
    if (!this.#labels.delete(key)) this.#labels.set(key, label);
    chrome.storage.local.set({ labels: [...this.#labels] });
    return this.#labels.has(key);
  }

  csv() {
    const rows = [...this.#labels].map(([key, label]) => [...JSON.parse(key), label]);
    return [["page", "xpath", "text", "label"], ...rows].map((row) => `${row.map(csvField).join(",")}\n`).join("");
  }
}
