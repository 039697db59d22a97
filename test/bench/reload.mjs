import { inLab } from './chromium.mjs'
import { figure, ratio } from './figures.mjs'
import { startModel } from './model-server.mjs'
import { benchProvider } from './providers.mjs'

const SIZES = [10, 10_000]

/**
 * A reload in the middle of an answer: until the start of the interrupted asking is committed again, and until its
 * request reaches the model; beside the load of an empty page whose worker opens a database. Each session has an origin
 * of its own, all run in turns.
 * @param {{ context: import('./chromium.mjs').Context, serve: () => Promise<string>, probe: string, quick: boolean }}
 * bench
 */
export async function benchReload({ context, serve, probe, quick }) {
  const model = await startModel()
  try {
    const emptySite = await serve()
    const empty = await context.newPage()
    await empty.goto(`${emptySite}bench/empty.html`)
    const sessions = []
    for (const size of SIZES) {
      const sessionId = `reload-${size}`
      model.plans.set(sessionId, { chunks: ['Some ', 'words ', 'come ', 'slowly.'], perSecond: 4, hold: true })
      const site = await serve()
      const session = {
        sessionId,
        messages: size,
        providerId: 'bench',
        model: sessionId,
        end: /** @type {const} */ ('streaming'),
      }
      await inLab(context, site, { kind: 'seed', providers: [benchProvider(model.url)], sessions: [session] })
      const page = await context.newPage()
      await page.addInitScript(probe)
      await page.goto(`${site}#/session/${sessionId}`)
      sessions.push({
        sessionId,
        size,
        page,
        running: /** @type {number[]} */ ([]),
        asked: /** @type {number[]} */ ([]),
      })
      await askedOnce(model, sessionId, 0)
      // the service worker is in control from here on, as for everybody who comes back
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    }
    const opened = []
    for (let round = -2; round < (quick ? 5 : 15); round++) {
      const openedAt = await reloadEmpty(empty)
      if (round >= 0) opened.push(openedAt)
      for (const { sessionId, page, running, asked } of sessions) {
        const times = await reloadSession(page, model, sessionId)
        if (round < 0) continue
        running.push(times.running)
        asked.push(times.asked)
      }
    }
    const figures = [figure('empty page: until its worker has opened IndexedDB', opened, 'ms')]
    for (const { size, running, asked } of sessions) {
      const at = `at ${size.toLocaleString('en')} messages`
      const of = 'the empty page'
      figures.push(
        figure(`reload: until the interrupted asking runs again, ${at}`, running, 'ms'),
        ratio(`reload against the empty page, ${at}`, running, opened, { limit: 3, of }),
        figure(`reload: until the model has the whole request, ${at}`, asked, 'ms', { note: 'context read and sent' }),
      )
    }
    return { title: 'Reload in the middle of an answer', figures }
  } finally {
    await model.close()
  }
}

/** @param {import('./chromium.mjs').Page} page */
async function reloadEmpty(page) {
  await page.bringToFront()
  await settle()
  await page.reload()
  await page.waitForFunction(() => 'openedAt' in window)
  return page.evaluate(() => Number(/** @type {any} */ (window).openedAt))
}

/**
 * @param {import('./chromium.mjs').Page} page @param {Awaited<ReturnType<typeof startModel>>} model @param {string}
 * sessionId
 */
async function reloadSession(page, model, sessionId) {
  await page.bringToFront()
  await settle()
  const before = model.asked.filter((asked) => asked.plan === sessionId).length
  await page.reload()
  const asked = await askedOnce(model, sessionId, before)
  // the commit of the asking's start is the first that this worker makes
  await page.waitForFunction(
    (id) => /** @type {any} */ (window).probe.commits.some((/** @type {any} */ commit) => commit.id === id),
    sessionId,
  )
  return page.evaluate(
    ({ id, askedAt }) => {
      const { commits } = /** @type {any} */ (window).probe
      const first = commits.find((/** @type {any} */ commit) => commit.id === id)
      return { running: Number(first.at), asked: askedAt - (Date.now() - performance.now()) }
    },
    { id: sessionId, askedAt: asked.at },
  )
}

/** @param {Awaited<ReturnType<typeof startModel>>} model @param {string} sessionId @param {number} before */
async function askedOnce(model, sessionId, before) {
  const end = Date.now() + 30_000
  for (;;) {
    const asked = model.asked.filter((one) => one.plan === sessionId)[before]
    if (asked !== undefined) return asked
    if (Date.now() > end) throw new Error(`The model was not asked again in ${sessionId}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** What the last load left to do is not charged to the next. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 300))
