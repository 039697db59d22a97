import { inLab } from './chromium.mjs'
import { figure } from './figures.mjs'
import { benchProvider } from './providers.mjs'

const MESSAGES = 7000
const SESSION = 'scrub'

/**
 * A hand that drags through the journal of a session of more than 10,000 inputs, three inputs further at every frame:
 * how many of the versions that it passes by are seen, in the Inspector (the whole state) and in the place of the
 * conversation (the whole page).
 * @param {{ context: import('./chromium.mjs').Context, site: string, quick: boolean }} bench
 */
export async function benchScrubbing({ context, site, quick }) {
  const sessions = [
    { sessionId: SESSION, messages: MESSAGES, providerId: 'bench', model: 'bench', end: /** @type {const} */ ('idle') },
  ]
  await inLab(context, site, { kind: 'seed', providers: [benchProvider('http://localhost:9/v1')], sessions })
  const page = await context.newPage()
  await page.goto(`${site}#/session/${SESSION}`)
  await page.getByRole('log').getByText(/\w/).first().waitFor()
  const row = page
    .getByRole('navigation')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') })
    .first()
  await row.hover()
  await row.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Inspect' }).click()
  const inspector = page.getByRole('dialog', { name: 'Inspector' })
  // the version is restored and its head stands there, folded or not
  await inspector.getByText('Head', { exact: true }).waitFor()
  const inputs = Number(await inspector.getByRole('slider').getAttribute('max')) + 1
  if (inputs < 10_000) throw new Error(`A journal of ${inputs} inputs`)
  const rounds = quick ? 2 : 5
  const inInspector = await drags(page, '.inspect-details pre', rounds)
  await inspector.getByRole('button', { name: 'Show in the conversation' }).click()
  const bar = page.getByRole('region', { name: 'Replay' })
  await bar.getByRole('slider', { name: 'Position in the journal' }).waitFor()
  const onPage = await drags(page, '[role="log"]', rounds)
  await page.close()
  const bar30 = { relation: /** @type {const} */ ('>='), limit: 30 }
  return {
    title: `Dragging through a journal of ${inputs.toLocaleString('en')} inputs, three inputs further at every frame`,
    figures: [
      figure(
        'versions seen in the Inspector',
        inInspector.map(({ seen }) => seen),
        'per second',
        { bar: bar30 },
      ),
      figure(
        'the longest time between two frames',
        inInspector.map(({ gap }) => gap),
        'ms',
      ),
      figure(
        'states of the conversation seen on the page',
        onPage.map(({ seen }) => seen),
        'per second',
        { bar: bar30 },
      ),
      figure(
        'the longest time between two frames ',
        onPage.map(({ gap }) => gap),
        'ms',
      ),
    ],
  }
}

/**
 * @param {import('./chromium.mjs').Page} page
 * @param {string} shown where a version shows what it is
 * @param {number} rounds
 * @returns {Promise<{ seen: number, gap: number }[]>} versions per second, and ms
 */
async function drags(page, shown, rounds) {
  /** @type {{ seen: number, gap: number }[]} */
  const all = []
  for (let round = 0; round < rounds; round++)
    all.push(
      await page.evaluate(
        ({ shown, from }) =>
          new Promise((resolve) => {
            const slider = /** @type {HTMLInputElement} */ (document.querySelector('input[type="range"]'))
            const began = performance.now()
            let [place, seen, gap, last] = [Math.round(Number(slider.max) * from), 0, 0, began]
            let words = document.querySelector(shown)?.textContent
            const frame = (/** @type {number} */ now) => {
              gap = Math.max(gap, now - last)
              last = now
              const read = document.querySelector(shown)?.textContent
              if (read !== words) seen += 1
              words = read
              if (now - began > 3000) return resolve({ seen: seen / ((now - began) / 1000), gap })
              // three: each version differs from the one before it in what stands there
              place += 3
              slider.value = String(place)
              slider.dispatchEvent(new InputEvent('input', { bubbles: true }))
              requestAnimationFrame(frame)
            }
            requestAnimationFrame(frame)
          }),
        { shown, from: 0.1 + 0.15 * round },
      ),
    )
  return all
}
