import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type App, appOn } from './app.ts'
import { type Build, copyOfBuild } from './built-site.ts'
import { type Browser, createProfile, type LaunchOptions, launch, removeProfile } from './launch.ts'
import { launchPlain } from './launch-plain.ts'
import { type MockProvider, startMockProvider } from './mock-provider.ts'
import { type ServedFolder, serveFolder } from './serve-folder.ts'

/** What a test finds when it begins: a browser, the built app on an origin of its own (so: empty storage), a model provider. */
export type Scene = {
  readonly browser: Browser
  readonly site: ServedFolder
  /** Where the site's files lie. */
  readonly folder: string
  readonly mock: MockProvider
  /** The first tab, at the start page. */
  readonly app: App
  /** Another tab at `hash`, watched like the first. */
  openTab: (hash?: string) => Promise<App>
  /** SIGKILL to the browser, then a new one on the same profile at the same address. `meanwhile`: between the two, with the profile's folder. */
  killAndRelaunch: (hash?: string, meanwhile?: (profile: string) => void) => Promise<App>
  /** The test expects the browser to complain of this. */
  allowComplaint: (pattern: RegExp) => void
}

export type SceneOptions = {
  build?: Build
  launch?: () => LaunchOptions
  query?: string
  ownBrowser?: boolean
  /** The origin and the provider stay for the whole file, and so does what is stored: who needs an installed service worker waits for it once. */
  oneOrigin?: boolean
  /**
   * As in the first seconds of a first visit: the service worker is on its way, and does not come. To install it costs more than the rest of a
   * short test; what is installed is met by the tests of crashes, tabs, resuming, offline, updates and notifications.
   */
  notInstalled?: boolean
  /** Tabs are hidden, throttled and frozen as a person's are (see launch-plain.ts). */
  plain?: boolean
}

/**
 * One browser for all tests of a file, a new origin and a new provider for each (`oneOrigin`: the same for all). After each test: no uncaught error and no violation of
 * the page's policy, whatever the test was about. `ownBrowser`: a new profile for each test.
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
    profile = createProfile()
    browser = await launchOn(profile)
  }
  const serve = async (): Promise<void> => {
    site = await serveFolder(built.folder, options.notInstalled ? { withheld: 'service-worker.js' } : {})
    mock = await startMockProvider()
  }
  const unserve = async (): Promise<void> => {
    await mock.close()
    await site.close()
  }
  const end = async (): Promise<void> => {
    await browser.close()
    removeProfile(profile)
  }

  beforeAll(async () => {
    built = copyOfBuild(options.build ?? 'dist')
    if (!options.ownBrowser) await start()
    if (options.oneOrigin) await serve()
  }, 120_000)
  afterAll(async () => {
    if (!options.ownBrowser) await end()
    if (options.oneOrigin) await unserve()
    built.remove()
  })
  beforeEach(async () => {
    complaints = []
    allowed = []
    if (options.ownBrowser) await start()
    if (!options.oneOrigin) await serve()
    app = await openTab()
  })
  afterEach(async () => {
    await browser.context.setOffline(false)
    if (options.ownBrowser) await end()
    // the blank tab stays: without any, the browser would end
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
    killAndRelaunch: async (hash = '', meanwhile = () => {}) => {
      await browser.kill9()
      meanwhile(profile)
      browser = await launchOn(profile)
      return openTab(hash)
    },
    allowComplaint: (pattern) => void allowed.push(pattern),
  }
}
