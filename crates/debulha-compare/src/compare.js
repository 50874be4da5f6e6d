"use strict";
// Without this script the page reads the same: it adds the line at the bottom, counts over the systems that are
// switched on, and leaps from the maps to the text.
const rows = [...document.querySelectorAll(".b")];
const boxes = [...document.querySelectorAll(".systems input")];
const names = [...document.querySelectorAll(".systems label span")].map(name => name.textContent);
const panel = document.getElementById("panel");
const starts = [];
let words = 0;
for (const row of rows) {
  starts.push(words);
  words += Number(row.dataset.w);
}

function share(cell) {
  return cell.localName === "b" ? 100 : cell.localName === "i" ? parseInt(cell.style.getPropertyValue("--p")) : 0;
}

// The cells of the systems that are on and gave an answer, each with its system.
function votes(row) {
  return [...row.firstElementChild.children]
    .map((cell, system) => ({ system, share: share(cell), answered: cell.localName !== "u" }))
    .filter(vote => vote.answered && boxes[vote.system].checked);
}

function recount() {
  for (const row of rows) {
    const all = votes(row);
    const sum = all.reduce((sum, vote) => sum + vote.share, 0);
    row.style.setProperty("--v", (all.length ? sum / all.length : 0) + "%");
    row.classList.toggle("none", sum === 0);
    row.querySelector(".v").textContent = all.filter(vote => vote.share === 100).length + "/" + all.length;
  }
}

function tell(row, cell) {
  const all = votes(row);
  const list = which => all.filter(which).map(vote =>
    names[vote.system] + (vote.share > 0 && vote.share < 100 ? " " + vote.share + " %" : "")).join(", ") || "none";
  const system = cell && cell.parentElement === row.firstElementChild
    ? names[[...cell.parentElement.children].indexOf(cell)] + " keeps " + share(cell) + " % · " : "";
  panel.textContent = system + "block " + row.id.slice(1) + ", " + row.dataset.w + " words · kept by: " +
    list(vote => vote.share === 100) + " · in part by: " + list(vote => vote.share > 0 && vote.share < 100) +
    " · dropped by: " + list(vote => vote.share === 0);
  panel.hidden = false;
}

for (const type of ["mouseover", "focusin", "click"]) {
  document.addEventListener(type, event => {
    const row = event.target.closest(".b");
    if (row) tell(row, event.target);
  });
}
for (const map of document.querySelectorAll(".map")) {
  map.addEventListener("click", event => {
    const frame = map.getBoundingClientRect();
    const word = (event.clientX - frame.left) / frame.width * words;
    let place = starts.findIndex(start => start > word) - 1;
    if (place < 0) place = rows.length - 1;
    if (!rows.length) return;
    for (const row of rows) row.classList.toggle("at", row === rows[place]);
    rows[place].scrollIntoView({ block: "center" });
    tell(rows[place]);
  });
}
const switches = document.getElementById("switches");
switches.hidden = false;
switches.addEventListener("click", event => {
  if (event.target.dataset.all === undefined) return;
  for (const box of boxes) box.checked = event.target.dataset.all !== "";
  recount();
});
for (const box of boxes) box.addEventListener("change", recount);
// A browser may remember switches from an earlier visit.
if (boxes.some(box => !box.checked)) recount();
