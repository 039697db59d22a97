import { existsSync } from 'node:fs'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { startHttpsProxy } from '../support/https-proxy.ts'
import { crashTab, createProfile, removeProfile } from '../support/launch.ts'
import { launchPlain, type PlainBrowser } from '../support/launch-plain.ts'
import { mendTornList, tearLog, tornLog } from '../support/torn-log.ts'
import type { Torture } from './page/main.ts'
import { pause } from './pause.ts'
import type { Provider } from './provider.ts'
import { openSite, type Site } from './site.ts'

/** The browser under torture: one at a time, its tabs, and the ways of ending them. */

/**
 * `app`: the real page of the product, which the rig can only use as a person does. `onlooker`: a bare page without a
 * worker. `frozen`: it answers nothing, because it is frozen or away.
 */
export type Tab = { page: Page; kind: 'bare' | 'app' | 'onlooker'; frozen: boolean }
type Methods = { [Name in keyof Torture]: Torture[Name] }

export type MachineRoom = {
  site: Site
  tabs: () => Tab[]
  /** Those that answer the rig. */
  bareTabs: () => Tab[]
  openTab: (query: URLSearchParams) => Promise<Tab>
  /** Looks at the database, or damages it. */
  openOnlooker: () => Promise<Tab>
  openApp: (query: URLSearchParams, sessionId: string) => Promise<Tab>
  /** Asks a tab's page; null: it is dead, frozen, or too busy to answer. */
  ask: <Name extends keyof Methods>(
    tab: Tab,
    name: Name,
    ...args: Parameters<Methods[Name]>
  ) => Promise<Awaited<ReturnType<Methods[Name]>> | null>
  /** The same of a page that nothing happens to: however busy the machine is, it answers. */
  askPatiently: MachineRoom['ask']
  kill: () => Promise<void>
  /** Leaves half a record in the browser's log, as one kill of several hundred does. Call it right after a kill. */
  tear: () => void
  /** Whether the browser still writes into a log that a kill tore. */
  isTorn: () => boolean
  crash: (tab: Tab) => Promise<void>
  closeTab: (tab: Tab) => Promise<void>
  reload: (tab: Tab) => Promise<void>
  /** Behind another tab, and without a turn of any of its threads until it is thawed. */
  freeze: (tab: Tab) => Promise<void>
  /**
   * Resolves to how long the page's own timers had not run, ms; null: its process died of it, as Chromium's do at
   * times.
   */
  thaw: (tab: Tab) => Promise<number | null>
  /**
   * To another site and back. Resolves to whether the browser had kept the page (back/forward cache); else it was
   * loaded again.
   */
  goAwayAndBack: (tab: Tab, ms: number) => Promise<boolean>
  /** Called when a failpoint has taken effect in a tab's worker. */
  onFailpoint: (listener: (tab: Tab, action: string) => void) => void
  /** False until the first scenario of a profile has made its settings. */
  settled: boolean
  setOffline: (offline: boolean) => Promise<void>
  /** A new person on a new profile. */
  newProfile: () => Promise<void>
  context: () => Promise<BrowserContext>
  close: () => Promise<void>
}

export const REMOTE = 'https://provider.reflexor.test'
const PATIENCE = 5000
const MUCH_PATIENCE = 60_000

const elsewhereFrom = (url: string): string => `${url.replace('localhost', '127.0.0.1')}manifest.webmanifest`

/** The page notes the longest time between two turns of its own timer; hidden, it gets one a second. */
const KEEP_TIME = `(() => {
  let last = performance.now()
  let longest = 0
  const turn = () => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }
  const timer = setInterval(turn, 100)
  globalThis.longestSleep = () => {
    clearInterval(timer)
    turn()
    return longest
  }
})()`

export async function openMachineRoom(options: {
  folder?: string | undefined
  provider: Provider
  heard: (line: string) => void
  /** A kill tore the browser's list of its own files, which nobody but the rig can mend. */
  tornList: () => void
}): Promise<MachineRoom> {
  const site = await openSite(options.folder)
  const proxy = await startHttpsProxy()
  proxy.forwardTo(options.provider.url)
  let profile = createProfile()
  let browser: PlainBrowser | null = null
  let tabs: Tab[] = []
  let torn: string | null = null
  let passed = (_tab: Tab, _action: string): void => {}

  const context = async (): Promise<BrowserContext> => {
    browser ??= await launchPlain(profile, {
      args: [
        `--host-resolver-rules=MAP ${new URL(REMOTE).hostname} 127.0.0.1:${proxy.port}`,
        '--ignore-certificate-errors',
      ],
      actionTimeout: 30_000,
    })
    return browser.context
  }
  /** What is asked of a browser in the moment of its end may never be answered: rejects then. */
  const alive = <Value>(work: Promise<Value>): Promise<Value> => {
    const end = browser?.gone.then(() => Promise.reject(new Error('The browser has ended')))
    return Promise.race([work, ...(end === undefined ? [] : [end])])
  }
  const askWithin =
    (ms: number): MachineRoom['ask'] =>
    async (tab, name, ...args) => {
      const call = `torture.${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`
      const answer: Promise<unknown> = tab.page.evaluate(call).catch((error: unknown) => {
        if (!tab.page.isClosed()) options.heard(`${name}: ${String(error)}`)
        return null
      })
      const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), ms).unref())
      return (await Promise.race([answer, late])) as never
    }
  const open = async (kind: Tab['kind'], url: string): Promise<Tab> => {
    const window = await context()
    const owner = browser
    const page = await alive(window.newPage())
    if (browser !== owner) throw new Error('The browser has ended')
    const tab: Tab = { page, kind, frozen: false }
    page.on('console', (message) => {
      const line = message.text()
      if (message.type() === 'error' || line.startsWith('failpoint ')) options.heard(line)
      const [, action] = /^failpoint \S+ (\S+)$/.exec(line) ?? []
      if (action !== undefined) passed(tab, action)
    })
    page.on('pageerror', (error) => options.heard(`page error: ${error.message}`))
    tabs.push(tab)
    if (kind !== 'app') {
      // the product's service worker would answer with the product's page
      const session = await alive(page.context().newCDPSession(page))
      await session.send('Network.enable')
      await session.send('Network.setBypassServiceWorker', { bypass: true })
    }
    await alive(page.goto(url, { waitUntil: 'load' }))
    return tab
  }
  const talk = (tab: Tab): Promise<CDPSession> => tab.page.context().newCDPSession(tab.page)
  const forget = (tab: Tab): void => {
    tabs = tabs.filter((other) => other !== tab)
  }
  const quit = async (): Promise<void> => {
    tabs = []
    const old = browser
    browser = null
    await old?.close()
  }

  const room: MachineRoom = {
    site,
    context,
    settled: false,
    onFailpoint: (listener) => {
      passed = listener
    },
    tabs: () => tabs,
    bareTabs: () => tabs.filter(({ kind, frozen }) => kind === 'bare' && !frozen),
    openTab: (query) => open('bare', site.barePage(query)),
    openOnlooker: () => open('onlooker', site.barePage()),
    openApp: (query, sessionId) => open('app', `${site.url}?${query}#/session/${sessionId}`),
    ask: askWithin(PATIENCE),
    askPatiently: askWithin(MUCH_PATIENCE),
    kill: async () => {
      tabs = []
      const old = browser
      browser = null
      await old?.kill9()
      torn = tornLog(profile)
      if (mendTornList(profile)) options.tornList()
    },
    tear: () => {
      if (torn !== null) return
      tearLog(profile)
      torn = tornLog(profile)
    },
    isTorn: () => torn !== null && existsSync(torn),
    crash: async (tab) => {
      forget(tab)
      await crashTab(tab.page)
      await tab.page.close().catch(() => {}) // it is dead already; this only takes it off the list
    },
    closeTab: async (tab) => {
      forget(tab)
      await alive(tab.page.close())
    },
    reload: async (tab) => {
      await alive(tab.page.reload({ waitUntil: 'load' }))
    },
    freeze: async (tab) => {
      const [first] = (await context()).pages()
      const other = tabs.find((each) => each !== tab && !each.frozen)?.page ?? first
      await other?.bringToFront()
      await tab.page.evaluate(KEEP_TIME)
      tab.frozen = true
      await (await talk(tab)).send('Page.setWebLifecycleState', { state: 'frozen' })
    },
    thaw: async (tab) => {
      try {
        await (await talk(tab)).send('Page.setWebLifecycleState', { state: 'active' })
        tab.frozen = false
        return (await tab.page.evaluate('longestSleep()')) as number
      } catch (error) {
        if (!(error instanceof Error && error.message.includes('Target crashed'))) throw error
        forget(tab)
        await tab.page.close().catch(() => {}) // as after any crash
        return null
      }
    },
    goAwayAndBack: async (tab, ms) => {
      const { page } = tab
      const go = async (): Promise<boolean> => {
        await page.evaluate('void (globalThis.wasHere = true)')
        await page.goto(elsewhereFrom(site.url), { waitUntil: 'load' })
        await new Promise((resolve) => setTimeout(resolve, ms))
        await page.evaluate('void setTimeout(() => history.back())')
        await page.waitForFunction('globalThis.torture', undefined, { polling: 50 })
        return (await page.evaluate('globalThis.wasHere === true')) as boolean
      }
      tab.frozen = true
      const kept = await alive(go())
      tab.frozen = false
      return kept
    },
    setOffline: async (offline) => {
      if (offline) proxy.drop()
      // the pages are told side by side; one that has just crashed never answers
      await Promise.race([alive((await context()).setOffline(offline)), pause(PATIENCE)])
    },
    newProfile: async () => {
      await quit()
      try {
        removeProfile(profile)
      } catch (error) {
        // a scenario that was given up may still have a browser on it: the folder stays behind, the run goes on
        options.heard(`the profile could not be removed: ${error}`)
      }
      profile = createProfile()
      torn = null
      room.settled = false
    },
    close: async () => {
      await quit()
      removeProfile(profile)
      await proxy.close()
      await site.close()
    },
  }
  return room
}
