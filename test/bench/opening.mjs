import { inLab } from './chromium.mjs'
import { figure, ratio } from './figures.mjs'
import { benchProvider } from './providers.mjs'

const SIZES = [50, 5000]
const lastWords = (/** @type {number} */ size) => `These are the last words of ${size}.`

/**
 * Opening a session, until its last words are on the screen and the composer takes text: by loading the page at its address, and from the
 * start page.
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
  const [small, large] = SIZES.map((size) => size.toLocaleString('en'))
  const of = `${small} messages`
  const [cold0 = [], cold1 = []] = cold
  const [warm0 = [], warm1 = []] = warm
  return {
    title: 'Opening a session: last words in sight, composer usable',
    figures: [
      figure(`page load into ${small} messages`, cold0, 'ms'),
      figure(`page load into ${large} messages`, cold1, 'ms'),
      ratio(`page load, ${large} against ${small} messages`, cold1, cold0, { limit: 1.5, of }),
      figure(`from the start page into ${small} messages`, warm0, 'ms'),
      figure(`from the start page into ${large} messages`, warm1, 'ms'),
      ratio(`from the start page, ${large} against ${small} messages`, warm1, warm0, { limit: 1.5, of }),
    ],
  }
}
