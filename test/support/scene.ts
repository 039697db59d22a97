import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type App, appOn } from './app.ts'
import { type Build, copyOfBuild } from './built-site.ts'
import { laneBrowser, replaceLaneBrowser } from './lane-browser.ts'
import { type Browser, createProfile, type LaunchOptions, launch, removeProfile } from './launch.ts'
import { launchPlain } from './launch-plain.ts'
import { type MockProvider, startMockProvider } from './mock-provider.ts'
import { type ServedFolder, serveFolder } from './serve-folder.ts'

/** What a test starts with: a browser, the built app on a separate origin (so with empty storage), a model provider. */
export type Scene = {
  readonly browser: Browser
  readonly site: ServedFolder
  /** The folder of the site's files. */
  readonly folder: string
  readonly mock: MockProvider
  /** The first tab, at the start page. */
  readonly app: App
  /** Another tab at `hash`, watched like the first. */
  openTab: (hash?: string) => Promise<App>
  /** A browser context with separate storage, as on another device, with the app open in it. It ends with the test. */
  anotherDevice: (viewport?: { width: number; height: number }) => Promise<App>
  /**
   * SIGKILL to the browser, then a new one on the same profile at the same address. `meanwhile`: runs between the two,
   * with the profile's folder.
   */
  killAndRelaunch: (hash?: string, meanwhile?: (profile: string) => void) => Promise<App>
  /** The test expects this complaint of the browser. */
  allowComplaint: (pattern: RegExp) => void
}

export type SceneOptions = {
  build?: Build
  launch?: () => LaunchOptions
  query?: string
  /** A new browser on a new profile for each test. */
  ownBrowser?: boolean
  /**
   * Keeps origin, provider and stored data for the whole file: tests that need an installed service worker wait for it
   * only once.
   */
  oneOrigin?: boolean
  /**
   * The service worker is installed. Otherwise it never arrives, as in the first seconds of a first visit: installing
   * costs more CPU time than the rest of a short test.
   */
  installed?: boolean
  /** Tabs are hidden, throttled and frozen like a person's (see launch-plain.ts). */
  plain?: boolean
}

/**
 * The lane's browser, with a new origin and a new provider for each test (`oneOrigin`: the same for all). `launch`,
 * `plain`, `installed`: a separate browser for the file. After each test: no uncaught error and no violation of the
 * page's policy, whatever the test was about.
 */
export function useScene(options: SceneOptions = {}): Scene {
  let built: ReturnType<typeof copyOfBuild>
  let profile = ''
  let browser: Browser
  let site: ServedFolder
  let mock: MockProvider
  let app: App
  let complaints: string[] = []
  let allowed: RegExp[] = []
  const devices: BrowserContext[] = []
  const sharesBrowser = !options.ownBrowser && !options.plain && !options.installed && options.launch === undefined

  const watch = (page: Page): void => {
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedHTML|TrustedScript|document requires 'Trusted/i.test(message.text()))
        complaints.push(message.text())
    })
  }
  const openTab = async (hash = ''): Promise<App> => {
    const page = await browser.context.newPage()
    watch(page)
    await page.goto(`${site.url}${options.query ?? ''}${hash}`)
    return appOn(page)
  }
  const launchOn = (folder: string): Promise<Browser> =>
    (options.plain ? launchPlain : launch)(folder, options.launch?.())
  const start = async (): Promise<void> => {
    if (sharesBrowser) {
      ;({ profile, browser } = await laneBrowser())
      return
    }
    profile = createProfile()
    browser = await launchOn(profile)
  }
  const end = async (): Promise<void> => {
    if (sharesBrowser) return
    await browser.close()
    removeProfile(profile)
  }
  const serve = async (): Promise<void> => {
    site = await serveFolder(built.folder, options.installed ? {} : { withheld: 'service-worker.js' })
    mock = await startMockProvider()
  }
  const unserve = async (): Promise<void> => {
    if (sharesBrowser) await forget(browser, new URL(site.url).origin)
    await mock.close()
    await site.close()
  }

  beforeAll(async () => {
    built = copyOfBuild(options.build ?? 'dist')
    if (!options.ownBrowser) await start()
    if (options.oneOrigin) await serve()
  }, 120_000)
  afterAll(async () => {
    if (options.oneOrigin) await unserve()
    if (!options.ownBrowser) await end()
    built.remove()
  })
  beforeEach(async () => {
    complaints = []
    allowed = []
    // the lane's browser may have ended in the previous test
    if (options.ownBrowser || sharesBrowser) await start()
    if (!options.oneOrigin) await serve()
    app = await openTab()
  })
  afterEach(async () => {
    await browser.context.setOffline(false)
    for (const device of devices.splice(0)) await device.close()
    if (options.ownBrowser) await end()
    // the blank tab stays: without any tab, the browser would end
    else for (const page of browser.context.pages().slice(1)) await page.close()
    if (!options.oneOrigin) await unserve()
    expect(complaints.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
  })

  return {
    get browser() {
      return browser
    },
    get site() {
      return site
    },
    get folder() {
      return built.folder
    },
    get mock() {
      return mock
    },
    get app() {
      return app
    },
    openTab,
    anotherDevice: async (viewport = { width: 390, height: 844 }) => {
      const context = await browser.context.browser()?.newContext({ viewport })
      if (context === undefined) throw new Error('The browser has ended.')
      devices.push(context)
      context.setDefaultTimeout(60_000)
      const page = await context.newPage()
      watch(page)
      await page.goto(site.url)
      return appOn(page)
    },
    killAndRelaunch: async (hash = '', meanwhile = () => {}) => {
      await browser.kill9()
      meanwhile(profile)
      browser = await launchOn(profile)
      if (sharesBrowser) replaceLaneBrowser(browser)
      return openTab(hash)
    },
    allowComplaint: (pattern) => void allowed.push(pattern),
  }
}

/** Deletes all that the origin stores, including its service worker: another test may get the same port. */
async function forget({ context }: Browser, origin: string): Promise<void> {
  const [blank] = context.pages()
  if (blank === undefined) return
  const session = await context.newCDPSession(blank)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.detach()
}
