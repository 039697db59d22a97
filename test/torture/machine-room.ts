import type { BrowserContext, Page } from 'playwright-core'
import { startHttpsProxy } from '../support/https-proxy.ts'
import { type Browser, crashTab, createProfile, launch, removeProfile } from '../support/launch.ts'
import type { Torture } from './page/main.ts'
import type { Provider } from './provider.ts'
import { openSite, type Site } from './site.ts'

/** The browser under torture: one at a time, its tabs, and the ways of ending them. */

/** `app`: the real page of the product, which the rig can only use as a person does. `onlooker`: a bare page without a worker. */
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
  kill: () => Promise<void>
  crash: (tab: Tab) => Promise<void>
  closeTab: (tab: Tab) => Promise<void>
  reload: (tab: Tab) => Promise<void>
  setFrozen: (tab: Tab, frozen: boolean) => Promise<void>
  setOffline: (offline: boolean) => Promise<void>
  /** A new person on a new profile. */
  newProfile: () => Promise<void>
  context: () => Promise<BrowserContext>
  close: () => Promise<void>
}

export const REMOTE = 'https://provider.reflexor.test'
const PATIENCE = 5000

export async function openMachineRoom(options: {
  folder?: string | undefined
  provider: Provider
  heard: (line: string) => void
}): Promise<MachineRoom> {
  const site = await openSite(options.folder)
  const proxy = await startHttpsProxy()
  proxy.forwardTo(options.provider.url)
  let profile = createProfile()
  let browser: Browser | null = null
  let tabs: Tab[] = []

  const context = async (): Promise<BrowserContext> => {
    browser ??= await launch(profile, {
      args: [
        `--host-resolver-rules=MAP ${new URL(REMOTE).hostname} 127.0.0.1:${proxy.port}`,
        '--ignore-certificate-errors',
      ],
      actionTimeout: 10_000,
    })
    return browser.context
  }
  const open = async (kind: Tab['kind'], url: string): Promise<Tab> => {
    const page = await (await context()).newPage()
    const tab: Tab = { page, kind, frozen: false }
    page.on('console', (message) => {
      const line = message.text()
      if (message.type() === 'error' || line.startsWith('failpoint ')) options.heard(line)
    })
    page.on('pageerror', (error) => options.heard(`page error: ${error.message}`))
    tabs.push(tab)
    if (kind !== 'app') {
      // the product's service worker would answer with the product's page
      const session = await page.context().newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.setBypassServiceWorker', { bypass: true })
    }
    await page.goto(url, { waitUntil: 'load' })
    return tab
  }
  const forget = (tab: Tab): void => {
    tabs = tabs.filter((other) => other !== tab)
  }
  const quit = async (): Promise<void> => {
    tabs = []
    const old = browser
    browser = null
    await old?.close()
  }

  return {
    site,
    context,
    tabs: () => tabs,
    bareTabs: () => tabs.filter(({ kind, frozen }) => kind === 'bare' && !frozen),
    openTab: (query) => open('bare', site.barePage(query)),
    openOnlooker: () => open('onlooker', site.barePage()),
    openApp: (query, sessionId) => open('app', `${site.url}?${query}#/session/${sessionId}`),
    ask: async (tab, name, ...args) => {
      const call = `torture.${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`
      const answer: Promise<unknown> = tab.page.evaluate(call).catch((error: unknown) => {
        if (!tab.page.isClosed()) options.heard(`${name}: ${String(error)}`)
        return null
      })
      const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE).unref())
      return (await Promise.race([answer, late])) as never
    },
    kill: async () => {
      tabs = []
      const old = browser
      browser = null
      await old?.kill9()
    },
    crash: async (tab) => {
      forget(tab)
      await crashTab(tab.page)
      await tab.page.close().catch(() => {}) // it is dead already; this only takes it off the list
    },
    closeTab: async (tab) => {
      forget(tab)
      await tab.page.close()
    },
    reload: async (tab) => {
      await tab.page.reload({ waitUntil: 'load' })
    },
    setFrozen: async (tab, frozen) => {
      const session = await tab.page.context().newCDPSession(tab.page)
      await session.send('Page.setWebLifecycleState', { state: frozen ? 'frozen' : 'active' })
      tab.frozen = frozen
    },
    setOffline: async (offline) => {
      if (offline) proxy.drop()
      await (await context()).setOffline(offline)
    },
    newProfile: async () => {
      await quit()
      removeProfile(profile)
      profile = createProfile()
    },
    close: async () => {
      await quit()
      removeProfile(profile)
      await proxy.close()
      await site.close()
    },
  }
}
