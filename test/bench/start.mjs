import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { figure, ratio } from './figures.mjs'

/** What comes so long after the first step, in ms, a newcomer still waits for. */
const AFTER = 1500

/**
 * The start page until a newcomer's first step can be taken: on a first visit, and when the person comes back and all
 * is kept by the browser. Each visit is to an origin of its own, so that nothing of it is known. Beside each visit, on
 * origins of their own too, a page that shows the same button once it has loaded pdf.js: a change of this app does not
 * change that page.
 * @param {{ context: import('./chromium.mjs').Context, serve: () => Promise<string>, probe: string, quick: boolean }}
 * bench
 */
export async function benchStart({ context, serve, probe, quick }) {
  /** @type {Record<'cold' | 'warm' | 'yardCold' | 'yardWarm' | 'size' | 'files', number[]>} */
  const seen = { cold: [], warm: [], yardCold: [], yardWarm: [], size: [], files: [] }
  for (let round = -1; round < (quick ? 3 : 11); round++) {
    const page = await context.newPage()
    await page.addInitScript(probe)
    const yard = `${await serve()}bench/yardstick.html`
    const yardCold = await visit(page, yard)
    const yardWarm = await visit(page, yard)

    const site = await serve()
    /** @type {Set<string>} */
    const scripts = new Set()
    const note = (/** @type {import('playwright-core').Request} */ request) => {
      if (request.url().endsWith('.js')) scripts.add(new URL(request.url()).pathname)
    }
    // of the page and its worker: the service worker has not begun by then
    page.on('request', note)
    const cold = await visit(page, site)
    page.off('request', note)
    await everythingKept(page)
    // the first return is also the first time that the service worker is in control
    await visit(page, site)
    const warm = await visit(page, site)
    await page.close()
    if (round < 0) continue
    const size = [...scripts].reduce((sum, path) => sum + packedSize(path), 0) / 1000
    for (const [name, value] of Object.entries({ cold, warm, yardCold, yardWarm, size, files: scripts.size }))
      seen[/** @type {keyof typeof seen} */ (name)].push(value)
  }
  return {
    title: 'The start page: first step can be taken',
    figures: [
      figure('first visit', seen.cold, 'ms'),
      figure('coming back', seen.warm, 'ms'),
      ratio('coming back against the first visit', seen.warm, seen.cold, { limit: 0.9, of: 'the first visit' }),
      ratio('first visit against a page of pdf.js alone', seen.cold, seen.yardCold, { of: 'that page' }),
      ratio('coming back against coming back to that page', seen.warm, seen.yardWarm, { of: 'that page' }),
      figure('JavaScript of a first visit until 1.5 s after that step', seen.size, 'kB gzip', {
        bar: { relation: '<=', limit: 200, of: 'kB' },
      }),
      figure('the same, in files', seen.files, 'files'),
    ],
  }
}

/** @param {string} path of a built file, as a page asks for it */
const packedSize = (path) => gzipSync(readFileSync(fileURLToPath(new URL(`../../dist${path}`, import.meta.url)))).length

/**
 * @param {import('./chromium.mjs').Page} page @param {string} site @returns {Promise<number>} ms since the navigation
 * began
 */
async function visit(page, site) {
  await page.goto('about:blank')
  await page.goto(site)
  const took = await page.evaluate(() => /** @type {any} */ (window).probe.welcomed())
  // what the start left to do is not charged to the next visit
  await new Promise((resolve) => setTimeout(resolve, AFTER))
  return took
}

/** The service worker is active, and keeps all it wants to keep. @param {import('./chromium.mjs').Page} page */
async function everythingKept(page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    const kept = async () => {
      const names = await caches.keys()
      const lists = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))
      return lists.reduce((sum, length) => sum + length, 0)
    }
    let before = -1
    for (let now = await kept(); now !== before; now = await kept()) {
      before = now
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  })
}
