import { pageHeap, watchWorkerHeap } from './chromium.mjs'
import { watchTasks } from './main-thread.mjs'

/**
 * @typedef {import('./main-thread.mjs').Tasks} Tasks
 * @typedef {{ tasks: Tasks, longestGap: number }} PacedRun
 * @typedef {{ milliseconds: number, tasks: Tasks, longestGap: number, pageHeap: number, workerHeap: number }} FastRun
 * heaps in bytes, grown by
 */

/** @param {number} milliseconds */
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** @param {import('./chromium.mjs').Page} page @returns {Promise<number>} */
const longestGap = (page) => page.evaluate(() => /** @type {any} */ (window).probe.longestGap)

/** @param {import('./chromium.mjs').Page} page @param {boolean} frames */
const reset = (page, frames) => page.evaluate((on) => /** @type {any} */ (window).probe.reset(on), frames)

/**
 * Loads the page anew at a session. @param {import('./chromium.mjs').Page} page @param {string} site @param {string}
 * sessionId
 */
async function openSession(page, site, sessionId) {
  await page.goto('about:blank')
  await page.goto(`${site}#/session/${sessionId}`)
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  // what the page loads after its first paint (Markdown) is there
  await sleep(1200)
}

/** Sends a message; resolves when the model has sent its first chunk. */
/**
 * @param {import('./chromium.mjs').Page} page @param {import('./model-server.mjs').Asked[]} asked @param {string} plan
 */
async function send(page, asked, plan) {
  const before = asked.length
  await page.evaluate(() => {
    const { probe } = /** @type {any} */ (window)
    probe.commits = []
  })
  await page.getByRole('textbox', { name: 'Message' }).fill(`plan: ${plan}`)
  await page.getByRole('button', { name: 'Send' }).click()
  return until(() => {
    const entry = asked[before]
    return entry !== undefined && entry.first > 0 ? entry : null
  }, 'the model to be asked')
}

/** @template Value @param {() => Value | null} look @param {string} what @returns {Promise<Value>} */
async function until(look, what) {
  const end = Date.now() + 120_000
  for (;;) {
    const value = look()
    if (value !== null) return value
    if (Date.now() > end) throw new Error(`Waited too long for ${what}`)
    await sleep(10)
  }
}

/**
 * Resolves when the answer is committed and nothing on the screen has changed for half a second: the wall time of the
 * last change.
 */
/** @param {import('./chromium.mjs').Page} page @param {string} sessionId @returns {Promise<number>} */
async function atRest(page, sessionId) {
  await page.waitForFunction(
    (id) => {
      const { commits, lastChange } = /** @type {any} */ (window).probe
      const last = commits.findLast((/** @type {any} */ commit) => commit.id === id)
      return last !== undefined && !last.busy && performance.now() - lastChange > 500
    },
    sessionId,
    { timeout: 120_000, polling: 200 },
  )
  return page.evaluate(() => /** @type {any} */ (window).probe.lastChange + (Date.now() - performance.now()))
}

/**
 * One answer at a steady pace. The first part of it is watched without asking for frames, which would be work of its
 * own; frames are timed in the second.
 * @param {{ page: import('./chromium.mjs').Page, site: string, asked: import('./model-server.mjs').Asked[], plan:
 * string, sessionId: string, seconds: number }} run
 * @returns {Promise<PacedRun>}
 */
export async function pacedRun({ page, site, asked, plan, sessionId, seconds }) {
  await openSession(page, site, sessionId)
  const cdp = await page.context().newCDPSession(page)
  await send(page, asked, plan)
  await sleep(500)
  await reset(page, false)
  const tasks = await watchTasks(cdp)
  await sleep((seconds - 1) * 500)
  const done = await tasks()
  await reset(page, true)
  await sleep((seconds - 1.5) * 500)
  const gap = await longestGap(page)
  await reset(page, false)
  await atRest(page, sessionId)
  await cdp.detach()
  return { tasks: done, longestGap: gap }
}

/**
 * One long answer as fast as it comes, from its first chunk to its last change on the screen.
 * @param {{ page: import('./chromium.mjs').Page, site: string, asked: import('./model-server.mjs').Asked[], plan:
 * string, sessionId: string }} run
 * @returns {Promise<FastRun>}
 */
export async function fastRun({ page, site, asked, plan, sessionId }) {
  await openSession(page, site, sessionId)
  const cdp = await page.context().newCDPSession(page)
  const workerHeap = await watchWorkerHeap(cdp)
  // code that the first long answer loads and compiles is no part of what the next one costs
  await send(page, asked, 'half')
  await atRest(page, sessionId)
  const heaps = { page: await pageHeap(cdp), worker: await workerHeap() }
  await reset(page, true)
  const tasks = await watchTasks(cdp)
  const entry = await send(page, asked, plan)
  const restedAt = await atRest(page, sessionId)
  const done = await tasks()
  const gap = await longestGap(page)
  await reset(page, false)
  const run = {
    milliseconds: restedAt - entry.first,
    tasks: done,
    longestGap: gap,
    pageHeap: (await pageHeap(cdp)) - heaps.page,
    workerHeap: (await workerHeap()) - heaps.worker,
  }
  await cdp.detach()
  return run
}
