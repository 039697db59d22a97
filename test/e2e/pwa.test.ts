import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { watchCompiling } from '../support/compiled-code.ts'
import { type Browser, createProfile, launch, removeProfile } from '../support/launch.ts'
import { type ServedFolder, serveFolder } from '../support/serve-folder.ts'

/**
 * Facts of the shell alone (updates: update.test.ts); a copy of the build, because scripts of the tests are put into
 * it.
 */
const folder = mkdtempSync(join(tmpdir(), 'reflexor-dist-'))
let site: ServedFolder
let profile: string
let browser: Browser
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  cpSync(new URL('../../dist', import.meta.url), folder, { recursive: true })
  // below a path: a static host seldom gives a whole origin
  site = await serveFolder(folder, { base: '/some/path/' })
  profile = createProfile()
  browser = await launch(profile)
})
afterAll(async () => {
  await browser.close()
  removeProfile(profile)
  await site.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  complaints.length = 0
  page = await browser.context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(site.url)
  await page.getByRole('heading').first().waitFor()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
})
afterEach(() => page.close())

/** Runs text as a script of the page itself: what the debugger evaluates bypasses the page's policy. */
async function fromPageScript(body: string): Promise<unknown> {
  const name = `probe-${complaints.length}-${Math.random().toString(36).slice(2)}.js`
  writeFileSync(
    join(folder, name),
    `window.probe = (async () => { ${body} })().catch((e) => e.name + ': ' + e.message)`,
  )
  await page.addScriptTag({ url: `${site.url}${name}` }).catch(() => undefined)
  return await page.evaluate(() => (window as { probe?: Promise<unknown> }).probe)
}

describe('the installed app', () => {
  it('loads below a path without a word of complaint from the policy or the console', () => {
    expect(complaints).toEqual([])
  })

  it('is installable by the criteria of Chromium', async () => {
    const session = await browser.context.newCDPSession(page)
    const manifest = await session.send('Page.getAppManifest')
    expect(manifest.errors).toEqual([])
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])
  })

  it('has every picture that its manifest names, in the size it claims', async () => {
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8'))
    const pictures: { src: string; sizes: string }[] = [...manifest.icons, ...manifest.screenshots]
    for (const { src, sizes } of pictures.filter(({ src }) => src.endsWith('.png'))) {
      const png = readFileSync(join(folder, src))
      expect(`${src} ${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(`${src} ${sizes}`)
    }
  })

  it('starts its one worker before any of its own code is there', async () => {
    const tab = await page.context().newPage()
    await tab.addInitScript(() => {
      const Platform = Worker
      const started: string[] = []
      Object.assign(globalThis, { started })
      globalThis.Worker = class extends Platform {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options)
          started.push(`${document.readyState} ${document.querySelector('script[src]') === null}`)
        }
      }
    })
    await tab.goto(site.url)
    await tab.getByRole('button', { name: 'Try the demo' }).click()
    await tab.getByRole('textbox', { name: 'Message' }).waitFor()
    expect(await tab.evaluate(() => (globalThis as unknown as { started: string[] }).started)).toEqual(['loading true'])
    await tab.close()
  })

  it('starts without a network, worker included', async () => {
    await site.close()
    try {
      const workerStarted = page.waitForEvent('worker')
      await page.reload()
      await page.getByRole('heading').first().waitFor()
      await workerStarted
      expect(complaints).toEqual([])
    } finally {
      site = await serveFolder(folder, { base: '/some/path/', port: Number(new URL(site.url).port) })
    }
  })

  it('is answered by the browser from what is kept, without waking the service worker: page, worker, and their parts', async () => {
    await page.reload()
    await page.getByRole('heading').first().waitFor()
    const sources = () =>
      page.evaluate(() => {
        const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        type Routed = { workerFinalSourceType?: string; workerFinalRouterSource?: string }
        return entries.map((entry) => {
          const { workerFinalSourceType, workerFinalRouterSource } = entry as Routed
          return [new URL(entry.name).pathname, workerFinalSourceType ?? workerFinalRouterSource] as const
        })
      })
    const from = async (name: RegExp): Promise<unknown[]> =>
      (await sources()).filter(([path]) => name.test(path)).map(([, source]) => source)
    await eventually(() => from(/^\/some\/path\/$/)).toEqual(['cache'])
    // each stands in the list when it has come
    for (const name of [/\/page-[^/]+\.js$/, /\/worker-[^/]+\.js$/, /\.woff2$/, /\.css$/])
      await eventually(async () => [...new Set(await from(name))], String(name)).toEqual(['cache'])
  })

  it('keeps the answers of an API out of every cache, and does not stand between page and API', async () => {
    const api = await serveFolder(folder)
    const answer = await fromPageScript(`return fetch('${site.url}api-answer').then((r) => r.status)`)
    expect(answer).toBe(404)
    await api.close()
    const cached = await page.evaluate(async () => {
      const names = await caches.keys()
      const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return keys.flat().map((request) => new URL(request.url).pathname)
    })
    expect(cached.length).toBeGreaterThan(3)
    expect(cached.filter((path) => path.includes('api-answer') || path.includes('probe'))).toEqual([])
  })
})

describe('the frame guard', () => {
  it('starts nothing inside a page of another site: at a first visit by itself, later by a header of the service worker', async () => {
    // other ports: other origins of the same machine; one of them was never visited
    const [foreign, unvisited] = [await serveFolder(folder), await serveFolder(folder)]
    const inFrame = async (address: string): Promise<ReturnType<Page['frameLocator']>> => {
      writeFileSync(join(folder, 'framing.html'), `<!doctype html><iframe src="${address}"></iframe>`)
      await page.goto(`${foreign.url}framing.html`)
      return page.frameLocator('iframe')
    }
    const first = await inFrame(unvisited.url)
    await first.locator('body').getByText('doesn’t run inside another site’s page').waitFor()
    expect(await first.getByRole('heading').count()).toBe(0)
    await inFrame(site.url)
    await eventually(() => page.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/')
    expect(page.workers()).toEqual([])
    await foreign.close()
    await unvisited.close()
  })

  it('is compiled once: later starts take the code of page and worker as it was kept', async () => {
    const taken = async (): Promise<number[]> => {
      const cdp = await page.context().newCDPSession(page)
      const told = await watchCompiling(cdp)
      await page.reload()
      await page.getByRole('heading').first().waitFor()
      await page.waitForTimeout(500)
      const files = [...(await told())]
      await cdp.detach()
      return [/^page-\w{7}\.js$/, /^part-first-\w{7}\.js$/].map(
        (file) => files.find(([name]) => file.test(name))?.[1] ?? Number.NaN,
      )
    }
    // the browser keeps what it has compiled a few times
    await eventually(async () => Math.min(...(await taken())), 'the least that was kept of either').toBeGreaterThan(
      100_000,
    )
  })

  it('has one script for its worker that nothing else loads: WebKit would run it a second time', () => {
    const files = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'))
    const [own, ...more] = files.filter((name) => /^worker-/.test(name))
    expect(more).toEqual([])
    const importers = files.filter((name) => readFileSync(join(folder, 'assets', name), 'utf8').includes(`./${own}`))
    expect(importers).toEqual([])
  })

  it('says so when the code of its worker does not come, and starts with the next load', async () => {
    await page.evaluate(async () => {
      for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
    })
    await page.goto('about:blank')
    await page.route(/\/part-first-/, (route) => route.abort())
    await page.goto(site.url)
    await page.getByRole('alert').getByText('Couldn’t load the worker.', { exact: true }).waitFor()
    await page.unroute(/\/part-first-/)
    await page.getByRole('button', { name: 'Reload the page' }).click()
    // what its worker says of the sessions
    await page.getByText(/^(?:No sessions yet|Today)$/).waitFor()
  })
})

describe('the page policy', () => {
  it('refuses innerHTML of a string', async () => {
    expect(await fromPageScript(`document.body.innerHTML = '<b>x</b>'; return 'allowed'`)).toMatch(/^TypeError/)
  })

  it('refuses to evaluate text', async () => {
    expect(await fromPageScript(`return eval('1 + 1')`)).toMatch(/^EvalError/)
  })

  it('refuses to fetch from another origin than its own', async () => {
    // asks the policy, not the network: a test machine without one would refuse anything
    const blamed = `return new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective))
      fetch('https://example.com/').then(() => resolve('allowed'), () => setTimeout(() => resolve('failed'), 20_000))
    })`
    expect(await fromPageScript(blamed)).toBe('connect-src')
  })

  it('nor from loopback: local models are asked by the worker, which has a policy of its own', async () => {
    const local = await serveFolder(folder)
    const blamed = `return new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective))
      fetch('${local.url}', { mode: 'no-cors' }).then(() => resolve('allowed'), () => setTimeout(() => resolve('failed'), 20_000))
    })`
    expect(await fromPageScript(blamed)).toBe('connect-src')
    await local.close()
  })

  it('keeps a worker from evaluating text, once the service worker stands before its script', async () => {
    writeFileSync(
      join(folder, 'probing-worker.js'),
      `try { postMessage(eval('1 + 1')) } catch (e) { postMessage(e.name) }`,
    )
    const started = `return new Promise((resolve) => {
      new Worker('./probing-worker.js').onmessage = (event) => resolve(event.data)
    })`
    expect(await fromPageScript(started)).toBe('EvalError')
  })

  it('refuses a worker and a service worker that are not its own scripts', async () => {
    for (const url of ['https://example.com/x.js', 'data:text/javascript,1', '/outside.js'])
      expect(await fromPageScript(`new Worker('${url}'); return 'allowed'`), url).toMatch(/^TypeError/)
  })

  it('refuses policies that it does not name, and those that it has made, before any text of a model is shown', async () => {
    for (const name of ['mine', 'dompurify', 'reflexor-templates', 'default'])
      expect(await fromPageScript(`trustedTypes.createPolicy('${name}', {}); return 'allowed'`), name).toMatch(
        /^TypeError/,
      )
  })
})
