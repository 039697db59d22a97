import { inLab } from './chromium.mjs'
import { figure } from './figures.mjs'
import { startModel } from './model-server.mjs'
import { importBundled } from './moorex-bundle.mjs'
import { benchProvider } from './providers.mjs'
import { fastRun, pacedRun } from './stream-run.mjs'

const PER_SECOND = 100
const CHUNK = 5
const MANY = 20_000
const LENGTHS = [0, 5000]

/** @typedef {import('./stream-run.mjs').FastRun} FastRun @typedef {import('./stream-run.mjs').PacedRun} PacedRun */

/** Text in chunks of about a token. @param {number} count @returns {Promise<string[]>} */
async function chunksOf(count) {
  const { prose } = await importBundled(`export { prose } from './prose.ts'`, new URL('./pages/', import.meta.url))
  const text = prose(count * CHUNK, 99)
  return Array.from({ length: count }, (_, index) => text.slice(index * CHUNK, (index + 1) * CHUNK))
}

/**
 * Answers that stream into an empty session and into one of 5,000 messages: at 100 chunks a second, and 20,000 chunks
 * as fast as they come (10,000 too, to see whether the cost grows with the length).
 * @param {{ context: import('./chromium.mjs').Context, site: string, probe: string, quick: boolean }} bench
 */
export async function benchStreaming({ context, site, probe, quick }) {
  const model = await startModel()
  try {
    const runs = quick ? 2 : 5
    const seconds = quick ? 4 : 7
    const many = await chunksOf(MANY)
    model.plans.set('paced', { chunks: many.slice(0, seconds * PER_SECOND), perSecond: PER_SECOND })
    model.plans.set('fast', { chunks: many, perSecond: null })
    model.plans.set('half', { chunks: many.slice(0, MANY / 2), perSecond: null })
    const kinds = [
      ...LENGTHS.map((messages) => ({ plan: 'paced', messages })),
      ...LENGTHS.map((messages) => ({ plan: 'fast', messages })),
      { plan: 'half', messages: 0 },
    ]
    // an empty session is empty only once
    const idOf = (/** @type {{ plan: string, messages: number }} */ kind, /** @type {number} */ run) =>
      `${kind.plan}-${kind.messages}${kind.messages === 0 ? `-${run}` : ''}`
    const sessions = kinds.flatMap((kind) =>
      Array.from({ length: kind.messages === 0 ? runs : 1 }, (_, run) => ({
        sessionId: idOf(kind, run),
        messages: kind.messages,
        providerId: 'bench',
        model: 'bench',
        end: /** @type {const} */ ('idle'),
      })),
    )
    await inLab(context, site, { kind: 'seed', providers: [benchProvider(model.url)], sessions })
    const page = await context.newPage()
    await page.addInitScript(probe)
    await page.goto(site)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

    /** @type {Map<string, PacedRun[]>} */
    const paced = new Map()
    /** @type {Map<string, FastRun[]>} */
    const fast = new Map()
    for (let run = 0; run < runs; run++)
      for (const kind of kinds) {
        const one = { page, site, asked: model.asked, plan: kind.plan, sessionId: idOf(kind, run) }
        const key = `${kind.plan}-${kind.messages}`
        if (kind.plan === 'paced') paced.set(key, [...(paced.get(key) ?? []), await pacedRun({ ...one, seconds })])
        else fast.set(key, [...(fast.get(key) ?? []), await fastRun(one)])
      }
    return {
      title: 'Streaming',
      figures: [
        ...LENGTHS.flatMap((messages) => pacedFigures(messages, paced.get(`paced-${messages}`) ?? [])),
        ...fastFigures(fast, many.join('').length),
      ],
    }
  } finally {
    await model.close()
  }
}

const OF_CPU = 'processor time alone'
const SHORT = { bar: { relation: /** @type {const} */ ('<='), limit: 50, of: 'ms' } }
const percent = (/** @type {number} */ share) => share * 100

/** @param {number} messages @param {PacedRun[]} runs */
function pacedFigures(messages, runs) {
  const into = `${PER_SECOND} chunks/s into ${messages.toLocaleString('en')} messages`
  const bar = { relation: /** @type {const} */ ('<='), limit: 10, of: '%' }
  const tasks = runs.map((run) => run.tasks)
  return [
    figure(
      `${into}: main thread busy`,
      tasks.map(({ busyWall }) => percent(busyWall)),
      '%',
      { bar },
    ),
    figure(
      `${into}: main thread busy`,
      tasks.map(({ busyCpu }) => percent(busyCpu)),
      '%',
      { bar, note: OF_CPU },
    ),
    ...longestFigures(into, tasks),
    figure(
      `${into}: largest gap between frames`,
      runs.map((run) => run.longestGap),
      'ms',
    ),
  ]
}

/** @param {string} into @param {import('./main-thread.mjs').Tasks[]} tasks */
const longestFigures = (into, tasks) => [
  figure(
    `${into}: longest task`,
    tasks.map(({ longestWall }) => longestWall),
    'ms',
    SHORT,
  ),
  figure(
    `${into}: longest task`,
    tasks.map(({ longestCpu }) => longestCpu),
    'ms',
    { ...SHORT, note: OF_CPU },
  ),
]

/** @param {Map<string, FastRun[]>} fast @param {number} length of the text, in characters */
function fastFigures(fast, length) {
  const figures = LENGTHS.flatMap((messages) => {
    const runs = fast.get(`fast-${messages}`) ?? []
    const into = `${MANY.toLocaleString('en')} chunks at once into ${messages.toLocaleString('en')} messages`
    return [
      figure(
        `${into}: until all is on the screen`,
        runs.map(({ milliseconds }) => milliseconds),
        'ms',
        { note: `${Math.round(length / 1000)} kB of text` },
      ),
      ...longestFigures(
        into,
        runs.map(({ tasks }) => tasks),
      ),
      figure(
        `${into}: largest gap between frames`,
        runs.map((run) => run.longestGap),
        'ms',
      ),
      figure(
        `${into}: heap of the page after, against the text`,
        runs.map(({ pageHeap }) => pageHeap / length),
        'x',
        { bar: { relation: '<=', limit: 2, of: 'x' } },
      ),
      figure(
        `${into}: heap of the worker after, against the text`,
        runs.map(({ workerHeap }) => workerHeap / length),
        'x',
        { bar: { relation: '<=', limit: 2, of: 'x' } },
      ),
    ]
  })
  const whole = fast.get('fast-0') ?? []
  const half = fast.get('half-0') ?? []
  const slower = whole.map((run, index) => run.milliseconds / (half[index]?.milliseconds ?? Number.NaN))
  const linear = { bar: { relation: /** @type {const} */ ('<='), limit: 2.5, of: 'x (linear: 2)' } }
  return [
    ...figures,
    figure('20,000 chunks against 10,000: time', slower, 'x', linear),
    figure(
      'heap of the page, what each further byte of text costs (10,000 to 20,000 chunks)',
      whole.map((run, index) => (run.pageHeap - (half[index]?.pageHeap ?? Number.NaN)) / (length / 2)),
      'x',
      { bar: { relation: '<=', limit: 2, of: 'x' } },
    ),
  ]
}
