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
  const ids = systems.filter((system) => system.kind === "extractor" && !system.needs.length).map(({ id }) => id);
  const options = [standard, ...ids.filter((id) => id !== standard)].map((id) => {
    const option = document.createElement("option");
    option.textContent = id;
    return option;
  });
  at("extractor").replaceChildren(...options);
}

async function extract() {
  const body = { html: at("html").value, extractor: at("extractor").value, format: at("format").value };
  if (at("url").value) body.url = at("url").value;
  const headers = { "Content-Type": "application/json" };
  const answer = await ask("v1/extract", { method: "POST", headers, body: JSON.stringify(body) });
  const text = await answer.text();
  const verdict = answer.headers.get("X-Debulha-Verdict");
  const confidence = answer.headers.get("X-Debulha-Confidence");
  at("status").textContent = verdict
    ? `Verdict: ${verdict}${confidence ? `, expected F1 ${Number(confidence).toFixed(2)}` : ""}`
    : `Status ${answer.status}`;
  at("answer").textContent = text;
}

at("form").addEventListener("submit", (event) => {
  event.preventDefault();
  extract().catch((error) => {
    at("status").textContent = error.message;
    at("answer").textContent = "";
  });
});
at("token").addEventListener("change", () => listSystems().catch(() => {}));
listSystems().catch(() => {});
