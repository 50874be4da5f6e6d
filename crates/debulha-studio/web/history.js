/** Labels of a page's blocks with undo and redo. */

/** @typedef {"content" | "noise" | null} Label */

export class History {
  #done = [];
  #undone = [];

  /** @param {Label[]} labels */
  constructor(labels) {
    this.labels = labels;
    /** How many blocks have a label. */
    this.said = labels.filter((label) => label !== null).length;
  }

  /** Labels a range of blocks. @param {number} from @param {number} to the last one @param {Label} label @returns {number[]} those that changed */
  set(from, to, label) {
    const change = [];
    for (let index = from; index <= to; index += 1) {
      if (this.labels[index] !== label) change.push({ index, before: this.labels[index], after: label });
    }
    if (!change.length) return [];
    for (const { index, after } of change) this.#put(index, after);
    this.#done.push(change);
    this.#undone = [];
    return change.map(({ index }) => index);
  }

  /** Takes the last change back. @returns {number[]} blocks that changed */
  undo() {
    return this.#turn(this.#done, this.#undone, "before");
  }

  /** Makes the last change that was taken back again. @returns {number[]} blocks that changed */
  redo() {
    return this.#turn(this.#undone, this.#done, "after");
  }

  #turn(from, to, side) {
    const change = from.pop();
    if (!change) return [];
    for (const one of change) this.#put(one.index, one[side]);
    to.push(change);
    return change.map(({ index }) => index);
  }

  #put(index, label) {
    this.said += (label !== null) - (this.labels[index] !== null);
    this.labels[index] = label;
  }

  get canUndo() {
    return this.#done.length > 0;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }
}
