/**
 * `npm run torture:openings [-- <count> [seed]]`: opens sessions under random load, in every way that a person has, and
 * believes only what stands on the screen: the last words, inside the conversation's box, and still there a second
 * later. Random are the session, the way to it, the window, how slow page and cores are, whether a second tab writes,
 * whether the service worker sleeps. The first that fails is told with its seed and leaves a picture; the exit code is
 * 1.
 */
import { mkdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { inLab, launchChromium } from '../bench/chromium.mjs'
import { benchProvider } from '../bench/providers.mjs'
import { buildApp, buildPages, serveSite } from '../bench/site.mjs'

/** @typedef {import('playwright-core').Page} Page */

const [count = 500, firstSeed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const SIZES = [3, 20, 100, 100, 1000, 5000]
const PATIENCE = 60_000
const wordsOf = (/** @type {number} */ at) => `These are the very last words of number ${at}.`
const idOf = (/** @type {number} */ at) => `opened-${at}`
const results = fileURLToPath(new URL('../.results/', import.meta.url))
/** @param {string} line */
const log = (line) => process.stderr.write(`openings: ${line}\n`)

/** @param {number} seed @returns {(below: number) => number} whole numbers from 0 */
function dice(seed) {
  let value = (seed * 2_654_435_761) >>> 0
  return (below) => {
    value = (Math.imul(value ^ (value >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0
    return Math.floor((value / 2 ** 32) * below)
  }
}

/** Keeps so many cores busy until it is called again with fewer. */
function makeBurners() {
  /** @type {Worker[]} */
  const burning = []
  return async (/** @type {number} */ wanted) => {
    while (burning.length > wanted) await burning.pop()?.terminate()
    while (burning.length < wanted) burning.push(new Worker('for (;;) Math.random()', { eval: true }))
  }
}

/** Where the last words stand, as seen from the conversation's box; null while they are nowhere. */
const whereTheyAre = (/** @type {string} */ words) => {
  const log = document.querySelector('[role="log"][aria-label="Conversation"]')
  if (!log?.textContent?.includes(words)) return null
  const view = log.getBoundingClientRect()
  const leaf = [...log.querySelectorAll('*')].findLast(
    (element) => element.childElementCount === 0 && element.textContent?.includes(words),
  )
  const { top, bottom, height } = leaf?.getBoundingClientRect() ?? view
  /** @type {HTMLTextAreaElement | null} */
  const box = document.querySelector('textarea[aria-label="Message"]')
  const usable = box !== null && !box.disabled && !box.readOnly
  return { shown: usable && height > 0 && top >= view.top - 1 && bottom <= view.bottom + 1, bottom, view: view.bottom }
}

/** What the page shows; null also while it is being left for its next load. @param {Page} page @param {string} words */
async function lookAt(page, words) {
  try {
    return await page.evaluate(whereTheyAre, words)
  } catch (error) {
    if (/context was destroyed/.test(String(error))) return null
    throw error
  }
}

/** @param {Page} page @param {string} words @returns {Promise<string | null>} what is wrong, or null */
async function tailIsShown(page, words) {
  const until = performance.now() + PATIENCE
  let seen = null
  while (performance.now() < until) {
    seen = await lookAt(page, words)
    if (seen?.shown) break
    await page.waitForTimeout(50)
  }
  if (!seen?.shown) return `the end never came into view: ${JSON.stringify(seen)}`
  await page.waitForTimeout(1200)
  const later = await page.evaluate(whereTheyAre, words)
  return later?.shown ? null : `the end went out of view again: ${JSON.stringify(later)}`
}

const follow = (/** @type {string} */ to) => location.assign(to)

/**
 * Whether the eyes of this file can say no: the beginning of a conversation is not its end. @param {Page} page @param
 * {string} words
 */
async function proveEyes(page, words) {
  await page.getByRole('log', { name: 'Conversation' }).hover()
  for (let n = 0; n < 5; n++) await page.mouse.wheel(0, -1500)
  await page.waitForTimeout(500)
  if ((await page.evaluate(whereTheyAre, words))?.shown) throw new Error('The beginning was taken for the end')
}

/**
 * Each way to a session that a person has. @type {Record<string, (page: Page, url: string, from: string) =>
 * Promise<unknown>>}
 */
const ways = {
  'by its address': async (page, url) => {
    await page.goto('about:blank')
    await page.goto(url)
  },
  'from the start page': async (page, url, from) => {
    await page.goto(from)
    await page.waitForTimeout(200)
    await page.evaluate(follow, url)
  },
  'from another session': async (page, url, from) => {
    await page.goto(`${from}#/session/${idOf(2)}`)
    await page.waitForTimeout(400)
    await page.evaluate(follow, url)
  },
  'by a reload': async (page, url) => {
    await page.goto(url)
    await page.waitForTimeout(100)
    await page.reload()
  },
  'by a reload in the middle of its opening': async (page, url) => {
    await page.goto(url, { waitUntil: 'commit' })
    // by the page itself: the debugger may not be attached to it yet
    await page.evaluate(() => setTimeout(() => location.reload(), 30))
    await page.waitForTimeout(200)
  },
}

buildApp(log)
const pages = await buildPages()
const site = await serveSite(pages.folder)
const browser = await launchChromium()
const { context } = browser
const burn = makeBurners()
let failed = 0
let proved = false
/** @type {number[]} */
const took = []
try {
  const sessions = SIZES.map((messages, at) => {
    const of = { providerId: 'bench', model: 'bench', end: /** @type {const} */ ('idle') }
    return { ...of, sessionId: idOf(at), messages, lastWords: wordsOf(at) }
  })
  const providers = [benchProvider('http://localhost:9/v1')]
  await inLab(context, site.url, { kind: 'seed', providers, sessions })
  /** @type {Page | null} */
  let second = null
  for (let n = 0; n < count && failed === 0; n++) {
    const seed = firstSeed + n
    const roll = dice(seed)
    const at = roll(SIZES.length)
    const [way = '', go] = Object.entries(ways)[roll(Object.keys(ways).length)] ?? []
    if (roll(3) === 0) {
      await second?.close()
      second = roll(2) === 0 ? null : await context.newPage()
      await second?.goto(`${site.url}#/session/${idOf(roll(SIZES.length))}`)
    }
    await burn(roll(4))
    const page = await context.newPage()
    await page.setViewportSize(roll(2) === 0 ? { width: 1280, height: 800 } : { width: 390, height: 844 })
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: [1, 1, 4, 12][roll(4)] ?? 1 })
    if (roll(3) === 0) {
      await cdp.send('ServiceWorker.enable')
      await cdp.send('ServiceWorker.stopAllWorkers')
    }
    const began = performance.now()
    await go?.(page, `${site.url}#/session/${idOf(at)}`, site.url)
    const wrong = await tailIsShown(page, wordsOf(at))
    took.push(performance.now() - began)
    if (wrong === null && SIZES[at] === 100 && !proved) {
      await proveEyes(page, wordsOf(at))
      proved = true
    }
    if (wrong !== null) {
      failed++
      mkdirSync(results, { recursive: true })
      await page.screenshot({ path: `${results}opening-${seed}.png` })
      log(`seed ${seed}: ${SIZES[at]} messages, ${way}${second ? ', a second tab' : ''}: ${wrong}`)
    }
    await page.close()
    if ((n + 1) % 50 === 0) log(`${n + 1} openings, load ${loadavg()[0]?.toFixed(1)}`)
  }
} finally {
  await burn(0)
  await browser.close()
  await site.close()
  pages.remove()
}
took.sort((a, b) => a - b)
const slowest = ((took.at(-1) ?? 0) / 1000).toFixed(1)
console.log(
  `${took.length - failed} of ${took.length} openings showed the end, seeds from ${firstSeed}; the slowest took ${slowest} s`,
)
if (failed > 0) process.exitCode = 1
