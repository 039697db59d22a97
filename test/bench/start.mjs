import { figure, ratio } from './figures.mjs'

/**
 * The start page until a newcomer's first step can be taken: on a first visit, and when the person comes back and all is kept by the browser. Each
 * visit is to an origin of its own, so that nothing of it is known.
 * @param {{ context: import('./chromium.mjs').Context, serve: () => Promise<string>, probe: string, quick: boolean }} bench
 */
export async function benchStart({ context, serve, probe, quick }) {
  /** @type {number[]} */
  const cold = []
  /** @type {number[]} */
  const warm = []
  for (let round = -1; round < (quick ? 3 : 11); round++) {
    const site = await serve()
    const page = await context.newPage()
    await page.addInitScript(probe)
    const first = await visit(page, site)
    await everythingKept(page)
    // the first return is also the first time that the service worker is in control
    await visit(page, site)
    const again = await visit(page, site)
    await page.close()
    if (round < 0) continue
    cold.push(first)
    warm.push(again)
  }
  const of = 'the first visit'
  return {
    title: 'The start page: first step can be taken',
    figures: [
      figure('first visit', cold, 'ms'),
      figure('coming back', warm, 'ms'),
      ratio('coming back against the first visit', warm, cold, { limit: 0.9, of }),
    ],
  }
}

/** @param {import('./chromium.mjs').Page} page @param {string} site @returns {Promise<number>} ms since the navigation began */
async function visit(page, site) {
  await page.goto('about:blank')
  await page.goto(site)
  const took = await page.evaluate(() => /** @type {any} */ (window).probe.welcomed())
  // what the start left to do is not charged to the next visit
  await new Promise((resolve) => setTimeout(resolve, 1000))
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
