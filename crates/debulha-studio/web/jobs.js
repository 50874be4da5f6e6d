/** Work of the server that takes a while: scans, training, runs. */
import { html, nothing } from "./vendor/lit.js";
import * as api from "./api.js";
import { announce, bar, count } from "./ui.js";

/** How often a job is asked after, in milliseconds. */
const EVERY = 400;
/** Progress is spoken each time that a further tenth is done. */
const SPOKEN = 10;

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Follows a job to its end.
 * @param {Promise<{job: number}>} started
 * @param {(job: api.Job) => void} show called at each step
 * @param {AbortSignal} signal stops watching, not the job
 * @returns {Promise<api.Job | undefined>} undefined where nobody watches any more
 */
export async function follow(started, show, signal) {
  const { job: id } = await started;
  let spoken = 0;
  for (;;) {
    const job = await api.job(id, signal).catch((error) => {
      if (signal.aborted) return undefined;
      throw error;
    });
    if (!job || signal.aborted) return undefined;
    show(job);
    const tenth = job.total ? Math.floor((SPOKEN * job.done) / job.total) : 0;
    if (job.state !== "running") {
      announce(`${job.kind}: ${job.state}. ${job.message ?? ""}`);
      return job;
    }
    if (tenth > spoken) {
      spoken = tenth;
      announce(`${job.kind}: ${count(job.done)} of ${count(job.total)}`);
    }
    await pause(EVERY);
  }
}

/** A job's progress, with a button to end it. */
export function jobLine(job) {
  if (!job) return nothing;
  const running = job.state === "running";
  return html`<div class="job ${job.state}">
    ${bar(job.done, job.total, `Progress of the ${job.kind}`)}
    <span>${running ? `${count(job.done)} of ${count(job.total)}` : job.state}</span>
    <span class="soft" dir="auto">${job.message ?? ""}</span>
    ${running ? html`<button @click=${() => api.cancel(job.id).catch(() => {})}>Cancel</button>` : nothing}
  </div>`;
}
