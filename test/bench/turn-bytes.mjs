import { inLab } from './chromium.mjs'
import { figure } from './figures.mjs'
import { startModel } from './model-server.mjs'
import { importBundled } from './moorex-bundle.mjs'
import { benchProvider } from './providers.mjs'

/** Characters of an answer, in chunks of about a token: some words, a page, a long file. */
const ANSWERS = [300, 3000, 30_000]
const CHUNK = 5
const PER_SECOND = 1000
const SESSION = 'turn-bytes'

/**
 * What a whole turn of the product puts into IndexedDB, the streamed text and the session's own name apart from its
 * messages included, against the words that were said by both. Counted as JSON text in the app's own worker.
 * @param {{ context: import('./chromium.mjs').Context, site: string, quick: boolean }} bench
 */
export async function benchTurnBytes({ context, site, quick }) {
  const model = await startModel()
  try {
    const { prose } = await importBundled(`export { prose } from './prose.ts'`, new URL('./pages/', import.meta.url))
    for (const length of ANSWERS) {
      const text = prose(length, length)
      const chunks = Array.from({ length: text.length / CHUNK }, (_, n) => text.slice(n * CHUNK, (n + 1) * CHUNK))
      model.plans.set(`long${length}`, { chunks, perSecond: PER_SECOND })
    }
    model.plans.set('bench', { chunks: ['A name'], perSecond: null })
    const sessions = [
      { sessionId: SESSION, messages: 20, providerId: 'bench', model: 'bench', end: /** @type {const} */ ('idle') },
    ]
    await inLab(context, site, { kind: 'seed', providers: [benchProvider(model.url)], sessions })
    const page = await context.newPage()
    await page.goto(`${site}#/session/${SESSION}`)
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    const worker = page.workers()[0]
    if (worker === undefined) throw new Error('The app has no worker')
    await worker.evaluate(noteWrites)
    /** @type {number[][]} */
    const shares = ANSWERS.map(() => [])
    /** @type {number[][]} */
    const sizes = ANSWERS.map(() => [])
    for (let round = 0; round < (quick ? 2 : 5); round++)
      for (const [index, length] of ANSWERS.entries()) {
        const said = `plan: long${length}. ${prose(80, round)}`
        const before = model.asked.length
        await worker.evaluate(() => Object.assign(self, { written: { bytes: 0, at: 0 } }))
        await page.getByRole('textbox', { name: 'Message' }).fill(said)
        await page.getByRole('button', { name: 'Send' }).click()
        const bytes = await atRest(worker, () => model.asked[before]?.done === true)
        sizes[index]?.push(bytes)
        shares[index]?.push(bytes / (said.length + length))
      }
    return {
      title: 'What a turn saves',
      figures: ANSWERS.flatMap((length, index) => {
        const what = `a message of 100 characters and an answer of ${length.toLocaleString('en')}`
        const bar = { relation: /** @type {const} */ ('<='), limit: 3, of: 'x' }
        return [
          figure(`${what}: bytes saved`, sizes[index] ?? [], 'B', { note: 'as JSON' }),
          figure(`${what}: bytes saved against what was said`, shares[index] ?? [], 'x', { bar }),
        ]
      }),
    }
  } finally {
    await model.close()
  }
}

/**
 * In the worker: counts what is put, from here on: text as JSON, numbers that are packed by the bytes that they take.
 */
function noteWrites() {
  let packed = 0
  /** @param {string} _key @param {unknown} value */
  const withoutPacked = (_key, value) => {
    if (!ArrayBuffer.isView(value)) return value
    packed += value.byteLength
    return 0
  }
  const proto = IDBObjectStore.prototype
  for (const name of /** @type {const} */ (['put', 'add'])) {
    const original = proto[name]
    proto[name] = function (value, ...key) {
      const { written } = /** @type {any} */ (self)
      packed = 0
      written.bytes += JSON.stringify(value, withoutPacked).length + packed
      written.at = performance.now()
      return original.call(this, value, ...key)
    }
  }
}

/**
 * Resolves when the answer has been sent and nothing was put for two seconds (snapshots and the index of words come
 * after the commit).
 * @param {import('playwright-core').Worker} worker @param {() => boolean} isDone
 * @returns {Promise<number>} bytes
 */
async function atRest(worker, isDone) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    if (!isDone()) continue
    const { bytes, quiet } = await worker.evaluate(() => {
      const { written } = /** @type {any} */ (self)
      return { bytes: written.bytes, quiet: performance.now() - written.at }
    })
    if (bytes > 0 && quiet > 2000) return bytes
  }
}
