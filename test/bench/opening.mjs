import { inLab } from './chromium.mjs'
import { figure, ratio } from './figures.mjs'
import { benchProvider } from './providers.mjs'

const SIZES = [0, 50, 100, 5000]
const lastWords = (/** @type {number} */ size) =>
  size === 0 ? 'Starts when you send a message.' : `These are the last words of ${size}.`

/**
 * Opening a session, until its last words are on the screen and the composer takes text: by loading the page at its
 * address, and from the start page.
 * @param {{ context: import('./chromium.mjs').Context, site: string, probe: string, quick: boolean }} bench
 */
export async function benchOpening({ context, site, probe, quick }) {
  const sessions = SIZES.map((messages) => ({
    sessionId: `open-${messages}`,
    messages,
    providerId: 'bench',
    model: 'bench',
    end: /** @type {const} */ ('idle'),
    lastWords: lastWords(messages),
  }))
  await inLab(context, site, { kind: 'seed', providers: [benchProvider('http://localhost:9/v1')], sessions })
  const page = await context.newPage()
  await page.addInitScript(probe)
  await page.goto(site)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  /** @type {number[][]} */
  const cold = SIZES.map(() => [])
  /** @type {number[][]} */
  const warm = SIZES.map(() => [])
  for (let round = -2; round < (quick ? 5 : 11); round++)
    for (const [index, size] of SIZES.entries()) {
      await page.goto('about:blank')
      await page.goto(`${site}#/session/open-${size}`)
      const shownAt = await page.evaluate((words) => /** @type {any} */ (window).probe.shown(words), lastWords(size))
      if (round >= 0) cold[index]?.push(shownAt)
      await page.evaluate(() => {
        location.hash = '#/'
      })
      await page.waitForFunction(() => document.querySelector('[role="log"]') === null)
      await new Promise((resolve) => setTimeout(resolve, 300))
      const took = await page.evaluate(
        async ({ id, words }) => {
          const before = performance.now()
          location.hash = `#/session/${id}`
          return (await /** @type {any} */ (window).probe.shown(words)) - before
        },
        { id: `open-${size}`, words: lastWords(size) },
      )
      if (round >= 0) warm[index]?.push(took)
    }
  /**
   * Of what was measured in this way: each, and what a longer session costs against a shorter one. @param {string} how
   * @param {number[][]} took
   */
  const figures = (how, took) => {
    const of = (/** @type {number} */ size) => took[SIZES.indexOf(size)] ?? []
    const against = (/** @type {number} */ large, /** @type {number} */ small, /** @type {string} */ words) =>
      ratio(`${how}, ${large.toLocaleString('en')} against ${words}`, of(large), of(small), { limit: 1.5, of: words })
    return [
      ...SIZES.map((size) => figure(`${how} into ${size.toLocaleString('en')} messages`, of(size), 'ms')),
      against(100, 0, 'an empty session'),
      against(5000, 50, '50 messages'),
    ]
  }
  return {
    title: 'Opening a session: last words in sight, composer usable',
    figures: [...figures('page load', cold), ...figures('from the start page', warm)],
  }
}
