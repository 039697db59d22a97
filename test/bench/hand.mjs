import { inLab } from './chromium.mjs'
import { figure } from './figures.mjs'
import { watchHand } from './main-thread.mjs'
import { startModel } from './model-server.mjs'
import { benchProvider } from './providers.mjs'

/**
 * @typedef {import('./chromium.mjs').Page} Page @typedef {{ latency: number[], wall: number[], cpu: number[] }} Hand
 * ms, one per act
 */

const MANY = 20
const EACH = 5000
const LONG = 'hand-0'
const SHORT = 'hand-short'
const WORDS = 'the agent kept what it says'

/**
 * What a person's hand costs: typing while an answer streams into a long session, the palette, a search of 100,000
 * messages, another variant. Of each act, the work of the page's thread from the key to the frame that shows what it
 * does, and how long that took.
 * @param {{ context: import('./chromium.mjs').Context, site: string, probe: string, quick: boolean, log: (line: string)
 * => void }} bench
 */
export async function benchHand({ context, site, probe, quick, log }) {
  const model = await startModel()
  try {
    const sentence = Array.from({ length: 12_000 }, (_, n) => (n % 12 === 11 ? 'on.\n\n' : 'word '))
    model.plans.set('slow', { chunks: sentence, perSecond: 100 })
    model.plans.set('bench', { chunks: ['A short ', 'answer.'], perSecond: null })
    const of = { providerId: 'bench', model: 'bench', end: /** @type {const} */ ('idle') }
    const many = Array.from({ length: quick ? 2 : MANY }, (_, n) => ({ sessionId: `hand-${n}`, messages: EACH, ...of }))
    await inLab(context, site, {
      kind: 'seed',
      providers: [benchProvider(model.url)],
      sessions: [...many, { sessionId: SHORT, messages: 20, ...of }],
    })
    const page = await context.newPage()
    await page.addInitScript(probe)
    const count = quick ? 10 : 40
    log('hand: words are indexed')
    const searched = await search(page, site)
    const typed = await typing(page, site, quick ? 20 : 60)
    const opened = await palette(page, count)
    const switched = await variants(page, site, count)
    const messages = (many.length * EACH).toLocaleString('en')
    return {
      title: "Under a person's hand, 95th of 100",
      figures: [
        ...figuresOf('typing while an answer streams into 5,000 messages', typed),
        ...figuresOf('opening the palette', opened),
        ...figuresOf(`a key of a search of ${messages} messages`, searched, 50),
        ...figuresOf('going to another variant', switched),
      ],
    }
  } finally {
    await model.close()
  }
}

/** @param {string} what @param {Hand} hand @param {number} [limit] of the time until it is seen, ms */
const figuresOf = (what, { latency, wall, cpu }, limit) => {
  const bar = (/** @type {number} */ most) => ({
    bar: { relation: /** @type {const} */ ('<='), limit: most, of: 'ms' },
  })
  return [
    worst(`${what}: work of the page`, wall, bar(16)),
    worst(`${what}: work of the page`, cpu, { ...bar(16), note: 'processor time alone' }),
    worst(`${what}: until it is seen`, latency, limit === undefined ? { note: 'a frame is 16.7' } : bar(limit)),
  ]
}

/**
 * The 95th of 100 instead of the middle. @param {string} what @param {number[]} values @param {Parameters<typeof
 * figure>[3]} more
 */
function worst(what, values, more) {
  const sorted = values.toSorted((a, b) => a - b)
  const made = figure(what, [sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.NaN], 'ms', more)
  const at = (/** @type {number} */ share) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN
  return { ...made, runs: values.length, range: /** @type {[number, number]} */ ([at(0.25), at(0.75)]) }
}

/**
 * Does an act again and again. `arm` waits in the page for the input and for what it shows; `act` is the input.
 * @param {Page} page @param {number} times @param {{ arm: (n: number) => Promise<import('playwright-core').JSHandle<{
 * latency: Promise<number> }>>, act: (n: number) => Promise<void>, after?: () => Promise<void> }} hand
 * @returns {Promise<Hand>}
 */
async function again(page, times, { arm, act, after }) {
  const cdp = await page.context().newCDPSession(page)
  /** @type {number[]} */
  const latency = []
  const work = await watchHand(cdp)
  for (let n = 0; n < times; n++) {
    // the page listens before the hand moves
    const seen = await arm(n)
    await act(n)
    latency.push(await seen.evaluate(({ latency }) => latency))
    await after?.()
    await page.waitForTimeout(60)
  }
  const spans = await work()
  await cdp.detach()
  if (spans.length !== times) throw new Error(`${times} acts, of which the trace tells ${spans.length}`)
  return { latency, wall: spans.map(({ wall }) => wall), cpu: spans.map(({ cpu }) => cpu) }
}

/** @param {Page} page @param {string} site @param {number} times */
async function typing(page, site, times) {
  await page.goto('about:blank')
  await page.goto(`${site}#/session/${LONG}`)
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('plan: slow')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('log').getByText('word word').first().waitFor()
  await page.waitForTimeout(1500)
  await box.focus()
  const arm = (/** @type {number} */ n) =>
    page.evaluateHandle((length) => {
      const typed = () => document.querySelector('textarea')?.value.length === length
      return { latency: /** @type {any} */ (window).probe.hand('keydown', typed) }
    }, n + 1)
  const hand = await again(page, times, { arm, act: () => page.keyboard.press('x') })
  await page.getByRole('button', { name: 'Stop' }).click()
  return hand
}

/** @param {Page} page @param {number} times */
async function palette(page, times) {
  const list = page.getByRole('dialog', { name: 'Commands' })
  const arm = async () => {
    // counted from the key that opens it
    await page.keyboard.down('Control')
    return page.evaluateHandle(() => {
      const open = () => document.querySelector('.commands [role="option"]') !== null
      return { latency: /** @type {any} */ (window).probe.hand('keydown', open) }
    })
  }
  const act = async () => {
    await page.keyboard.press('k')
    await page.keyboard.up('Control')
  }
  const after = async () => {
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
  }
  await arm()
  await act()
  await list.waitFor()
  await after()
  return again(page, times, { arm, act, after })
}

/** @param {Page} page @param {string} site */
async function search(page, site) {
  await page.goto(site)
  await page.getByRole('button', { name: 'Search' }).click()
  const box = page.getByRole('searchbox', { name: 'Search' })
  const found = page.getByRole('dialog', { name: 'Search' }).getByRole('status', { name: 'Found' })
  // everything is in the index: asked again until nothing is said to be missing
  for (;;) {
    await box.fill('')
    await box.fill('agent')
    await page.waitForFunction(() =>
      /sessions?\./.test(document.querySelector('.search-line [role="status"]')?.textContent ?? ''),
    )
    if (!/Still reading/.test((await found.textContent()) ?? '')) break
    await page.waitForTimeout(1000)
  }
  await box.fill('')
  const arm = () =>
    page.evaluateHandle(() => {
      const box = document.querySelector('input[type="search"]')
      // what was found is marked with the words that were looked for
      const said = () => {
        const last = /** @type {HTMLInputElement} */ (box).value.trim().split(' ').at(-1)
        return [...document.querySelectorAll('.search-results mark')].some(
          ({ textContent }) => textContent?.toLowerCase() === last,
        )
      }
      return { latency: /** @type {any} */ (window).probe.hand('keydown', said) }
    })
  return again(page, WORDS.length, {
    arm,
    act: (n) => page.keyboard.press(WORDS[n] === ' ' ? 'Space' : (WORDS[n] ?? '')),
  })
}

/** @param {Page} page @param {string} site @param {number} times */
async function variants(page, site, times) {
  await page.goto('about:blank')
  await page.goto(`${site}#/session/${SHORT}`)
  const last = page.getByRole('article', { name: 'Assistant' }).last()
  await last.hover()
  await last.getByRole('button', { name: 'Ask again' }).click()
  await page.getByRole('log').getByText('A short answer.').waitFor()
  const at = (/** @type {string} */ place) => page.getByRole('group', { name: 'Variants' }).getByText(place)
  await at('2 / 2').waitFor()
  await page.waitForTimeout(1000)
  const arm = (/** @type {number} */ n) =>
    page.evaluateHandle(
      (place) => {
        const turned = () => document.querySelector('.variants span')?.textContent === place
        return { latency: /** @type {any} */ (window).probe.hand('pointerdown', turned) }
      },
      n % 2 === 0 ? '1 / 2' : '2 / 2',
    )
  const act = async (/** @type {number} */ n) => {
    const button = page.getByRole('button', { name: n % 2 === 0 ? 'Previous variant' : 'Next variant' })
    await button.hover()
    await page.mouse.down()
    await page.mouse.up()
  }
  return again(page, times, { arm, act, after: () => page.waitForTimeout(400) })
}
