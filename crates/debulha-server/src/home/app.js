"use strict";

const at = (id) => document.getElementById(id);

/** Asks this server; shows the token where there is one. */
function ask(path, options = {}) {
  const headers = { ...options.headers };
  if (at("token").value) headers.Authorization = `Bearer ${at("token").value}`;
  return fetch(path, { ...options, headers });
}

/** Lists the systems that need nothing beside the page. */
async function listSystems() {
  const answer = await ask("v1/systems");
  if (!answer.ok) return;
  const { systems, default: standard } = await answer.json();
  const ids = systems.filter((system) => system.role === "extractor" && !system.needs.length).map(({ id }) => id);
  const options = [standard, ...ids.filter((id) => id !== standard)].map((id) => {
    const option = document.createElement("option");
    option.textContent = id;
    return option;
  });
  at("extractor").replaceChildren(...options);
}

/** What the form asks for. A page that was pasted goes along, else the server fetches the one at the address. */
function request() {
  const body = { extractor: at("extractor").value, format: at("format").value };
  if (at("html").value) body.html = at("html").value;
  if (at("url").value) body.url = at("url").value;
  if (at("render").checked) body.render = true;
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

function show(status, answer, isBad) {
  at("status").textContent = status;
  at("status").classList.toggle("bad", isBad);
  at("answer").textContent = answer;
}

async function extract() {
  show("Working …", "", false);
  const answer = await ask("v1/extract", request());
  if (!answer.ok) {
    const { title, detail } = await answer.json();
    show(`${title}: ${detail}`, "", true);
    return;
  }
  const confidence = answer.headers.get("X-Debulha-Confidence");
  const expected = confidence ? `, expected F1 ${Number(confidence).toFixed(2)}` : "";
  show(`Verdict: ${answer.headers.get("X-Debulha-Verdict")}${expected}`, await answer.text(), false);
}

at("form").addEventListener("submit", (event) => {
  event.preventDefault();
  extract().catch((error) => show(error.message, "", true));
});
at("token").addEventListener("change", () => listSystems().catch(() => {}));
listSystems().catch(() => {});
