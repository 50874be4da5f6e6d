// Runs in a page: marks what the reader kept, and asks the reader about a text that is clicked. The reader sends the numbers of the kept
// texts in `debulhaTexts`. The page's own tree stays as it is, but for one element with the explanation.

function debulhaMark(kept) {
  const isKept = new Set(kept);
  const [ofKept, ofDropped] = [new Highlight(), new Highlight()];
  for (const [nth, text] of globalThis.debulhaTexts.entries()) {
    if (!text.isConnected || text.data.trim() === "") continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    (isKept.has(nth) ? ofKept : ofDropped).add(range);
  }
  CSS.highlights.set("debulha-kept", ofKept);
  CSS.highlights.set("debulha-dropped", ofDropped);
  globalThis.debulhaNote?.remove();
  if (!globalThis.debulhaListens) {
    addEventListener("click", debulhaClicked, true);
    globalThis.debulhaListens = true;
  }
}

function debulhaUnmark() {
  CSS.highlights.delete("debulha-kept");
  CSS.highlights.delete("debulha-dropped");
  globalThis.debulhaNote?.remove();
  removeEventListener("click", debulhaClicked, true);
  globalThis.debulhaListens = false;
}

async function debulhaClicked(event) {
  if (event.composedPath()[0] === globalThis.debulhaNote || !event.isTrusted) return;
  event.preventDefault();
  event.stopPropagation();
  globalThis.debulhaNote?.remove();
  const text = debulhaTextAt(event);
  if (text === undefined) return;
  const answer = await chrome.runtime.sendMessage({ kind: "why", text }).catch(() => null);
  if (answer) debulhaShow(answer, text, event.clientX, event.clientY);
}

// The number of the text under the pointer.
function debulhaTextAt(event) {
  const within = event.composedPath()[0];
  let nearest;
  let distance = Infinity;
  const range = document.createRange();
  for (const [nth, text] of globalThis.debulhaTexts.entries()) {
    if (text.data.trim() === "" || !within.contains(text)) continue;
    range.selectNodeContents(text);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const dx = Math.max(left - event.clientX, 0, event.clientX - right);
      const dy = Math.max(top - event.clientY, 0, event.clientY - bottom);
      if (dx * dx + dy * dy < distance) [nearest, distance] = [nth, dx * dx + dy * dy];
    }
  }
  return nearest;
}

function debulhaShow(answer, text, x, y) {
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "closed" });
  const box = document.createElement("div");
  box.setAttribute("role", "dialog");
  box.setAttribute("aria-label", "Why this text was kept or dropped");
  box.style.cssText = `all:initial;position:fixed;z-index:2147483647;left:${Math.min(x, Math.max(innerWidth - 340, 0))}px;top:${Math.min(y + 12, Math.max(innerHeight - 200, 0))}px;
    width:320px;max-height:60vh;overflow:auto;box-sizing:border-box;padding:12px;border:1px solid #8a877c;border-radius:8px;
    background:#faf9f5;color:#23221e;font:14px/1.45 system-ui,sans-serif;box-shadow:0 4px 16px #0004`;
  const add = (name, words, style = "") => {
    const element = document.createElement(name);
    element.textContent = words;
    element.style.cssText = style;
    return box.appendChild(element);
  };
  add("strong", answer.title, "display:block;margin-bottom:6px");
  for (const reason of answer.reasons) add("div", reason, "margin-bottom:6px");
  const button = add(
    "button",
    answer.isWrong ? "Marked as wrong. Undo" : "This is wrong",
    "font:inherit;padding:4px 10px;margin-right:8px;cursor:pointer",
  );
  button.addEventListener("click", async () => {
    const next = await chrome.runtime.sendMessage({ kind: "wrong", text }).catch(() => null);
    if (next) button.textContent = next.isWrong ? "Marked as wrong. Undo" : "This is wrong";
  });
  const close = add("button", "Close", "font:inherit;padding:4px 10px;cursor:pointer");
  close.addEventListener("click", () => host.remove());
  host.addEventListener("keydown", (event) => event.key === "Escape" && host.remove());
  root.append(box);
  document.documentElement.append(host);
  globalThis.debulhaNote = host;
  button.focus();
}
