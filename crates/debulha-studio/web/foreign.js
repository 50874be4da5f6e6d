/**
 * The DOM of a page that nobody trusts. A form's or a document's own properties may be hidden by elements with their
 * names (`<input name=closest>`, `<img name=head>`), so everything is asked for through the prototypes.
 */
const call = (method) => (self, ...values) => method.call(self, ...values);
const getter = (prototype, name) => call(Object.getOwnPropertyDescriptor(prototype, name).get);

export const selectAll = call(Document.prototype.querySelectorAll);
export const createElement = call(Document.prototype.createElement);
export const addressOf = getter(Document.prototype, "URL");
export const rootOf = getter(Document.prototype, "documentElement");
export const headOf = getter(Document.prototype, "head");
export const parentOf = getter(Node.prototype, "parentElement");
export const append = call(Node.prototype.appendChild);
export const listen = call(EventTarget.prototype.addEventListener);
export const get = call(Element.prototype.getAttribute);
export const set = call(Element.prototype.setAttribute);
export const unset = call(Element.prototype.removeAttribute);
const closestTo = call(Element.prototype.closest);
const matching = call(Element.prototype.matches);

/** Whether an event's target is an element that matches. */
export function matches(target, selector) {
  try {
    return matching(target, selector);
  } catch {
    return false; // The document or the window.
  }
}

/** The nearest element from an event's target outwards that matches, or null. */
export function closest(target, selector) {
  try {
    return closestTo(target, selector);
  } catch {
    return null;
  }
}
