import { inLab, pageHeap, watchWorkerHeap } from './chromium.mjs'
import { figure } from './figures.mjs'
import { startModel } from './model-server.mjs'
import { importBundled } from './moorex-bundle.mjs'
import { benchProvider } from './providers.mjs'
import { storedBytes } from './stored-bytes.mjs'

/** One step in ten seconds, for eight hours. */
const STEPS = 2880
const FILES = 20
const SESSION = 'hours'

/** @typedef {{ said: number, page: number, worker: number, database: number, files: number }} Sizes bytes */

/**
 * An agent that works for eight hours without a person: each step says something and writes a file, and the history is
 * summarised whenever it passes the threshold. What page, worker and database have grown by in the last three quarters,
 * against what was said and written in them.
 * @param {{ context: import('./chromium.mjs').Context, site: string, quick: boolean }} bench
 */
export async function benchHours({ context, site, quick }) {
  const model = await startModel()
  try {
    const { prose } = await importBundled(`export { prose } from './prose.ts'`, new URL('./pages/', import.meta.url))
    const steps = quick ? 300 : STEPS
    let said = 0
    let step = 0
    const call = () => {
      if (step === steps) return null
      const args = { path: `notes/page-${step % FILES}.md`, content: prose(500, step) }
      step++
      said += JSON.stringify(args).length + words.length
      return { name: 'write_file', arguments: args }
    }
    const words = prose(200, 1)
    model.plans.set('bench', { chunks: [words], perSecond: null, call })
    const of = { providerId: 'bench', model: 'bench', end: /** @type {const} */ ('idle') }
    const sessions = [{ sessionId: SESSION, messages: 2, unlimited: true, ...of }]
    await inLab(context, site, { kind: 'seed', providers: [benchProvider(model.url)], sessions })
    const page = await context.newPage()
    await page.goto(`${site}#/session/${SESSION}`)
    const cdp = await context.newCDPSession(page)
    const workerHeap = await watchWorkerHeap(cdp)
    const look = async () => ({
      said,
      page: await pageHeap(cdp),
      worker: await workerHeap(),
      database: await page.evaluate(storedBytes),
      files: await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0),
    })
    await page.getByRole('textbox', { name: 'Message' }).fill('Go on until it is done.')
    await page.getByRole('button', { name: 'Send' }).click()
    await until(() => step >= steps / 4)
    const early = await look()
    await until(() => step === steps && model.asked.at(-1)?.done === true)
    await page.getByText('Idle', { exact: true }).first().waitFor()
    await page.waitForTimeout(3000)
    const late = await look()
    const summaries = model.asked.length - steps - 1
    const grown = (/** @type {keyof Sizes} */ key) => [(late[key] - early[key]) / (late.said - early.said)]
    const bar = (/** @type {number} */ limit) => ({ bar: { relation: /** @type {const} */ ('<='), limit, of: 'x' } })
    const note = `${Math.round((late.said - early.said) / 1000)} kB said and written, ${summaries} summaries`
    return {
      title: `An agent at work for ${steps.toLocaleString('en')} steps`,
      figures: [
        figure('heap of the page: growth against what was said', grown('page'), 'x', { ...bar(0.1), note }),
        figure('heap of the worker: growth against what was said', grown('worker'), 'x', bar(0.1)),
        figure('what the database holds, as JSON: growth against what was said', grown('database'), 'x', bar(3)),
        figure('the same by the browser, before it has tidied its disk', grown('files'), 'x'),
      ],
    }
  } finally {
    await model.close()
  }
}

/** @param {() => boolean} isSo */
async function until(isSo) {
  const end = Date.now() + 1_800_000
  while (!isSo()) {
    if (Date.now() > end) throw new Error('The agent does not get on')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
