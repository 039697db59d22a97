import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findBrowser, launchArgs } from '../support/find-browser.mjs'

/**
 * @typedef {import('playwright-core').BrowserContext} Context
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').CDPSession} Cdp
 */

/**
 * A real Chromium on a new profile, nothing throttled in the background.
 * @returns {Promise<{ context: Context, version: string, close: () => Promise<void> }>}
 */
export async function launchChromium() {
  const { executablePath, version } = findBrowser()
  if (executablePath === null) throw new Error('No Chromium found: run `node test/support/find-browser.mjs --install`')
  const profile = mkdtempSync(join(tmpdir(), 'reflexor-bench-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: [
      ...launchArgs(),
      '--disable-background-timer-throttling',
      '--disable-renderer-backgrounding',
      '--disable-backgrounding-occluded-windows',
    ],
    viewport: { width: 1280, height: 800 },
  })
  context.setDefaultTimeout(60_000)
  return {
    context,
    version: version ?? 'unknown',
    close: async () => {
      await context.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

/**
 * Does one piece of work in the lab page of an origin (see pages/lab-worker.ts).
 * @param {Context} context @param {string} site @param {import('./pages/lab-worker.ts').LabRequest} request
 * @returns {Promise<any>}
 */
export async function inLab(context, site, request) {
  const page = await context.newPage()
  try {
    await page.goto(`${site}bench/lab.html`)
    return await page.evaluate((asked) => /** @type {any} */ (window).lab(asked), request)
  } finally {
    await page.close()
  }
}

/** The page's JavaScript heap after collection, in bytes. @param {Cdp} cdp */
export async function pageHeap(cdp) {
  // what the first round only makes collectable (weak references, finalizers) goes with the second
  for (let round = 0; round < 2; round++) await cdp.send('HeapProfiler.collectGarbage')
  return (await cdp.send('Runtime.getHeapUsage')).usedSize
}

/**
 * The heap of the page's worker after collection: a function to ask for it again and again.
 * @param {Cdp} cdp
 * @returns {Promise<() => Promise<number>>}
 */
export async function watchWorkerHeap(cdp) {
  /** @type {Map<number, (result: any) => void>} */
  const waiting = new Map()
  let sessionId = ''
  let next = 1
  const attached = new Promise((resolve) => {
    cdp.on('Target.attachedToTarget', (event) => {
      if (event.targetInfo.type !== 'worker') return
      sessionId = event.sessionId
      resolve(undefined)
    })
  })
  cdp.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message)
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  await cdp.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  await attached
  /** @param {string} method @returns {Promise<any>} */
  const ask = (method) =>
    new Promise((resolve, reject) => {
      const id = next++
      waiting.set(id, resolve)
      cdp.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) }).catch(reject)
    })
  return async () => {
    for (let round = 0; round < 2; round++) await ask('HeapProfiler.collectGarbage')
    return (await ask('Runtime.getHeapUsage')).usedSize
  }
}
