import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { findBrowser, launchArgs } from './find-browser.mjs'

export type LaunchOptions = {
  args?: string[]
  /**
   * Playwright's own flags to leave out: several of them hide production behaviour (throttling, back/forward cache).
   */
  ignoreDefaultArgs?: string[]
  viewport?: { width: number; height: number }
  colorScheme?: 'dark' | 'light'
  /** Time limit of every single Playwright action, in ms. */
  actionTimeout?: number
}

export type Browser = {
  context: BrowserContext
  pid: number
  /** The first tab, which a persistent context always opens. */
  firstPage: () => Promise<Page>
  /** SIGKILL to the whole browser, as in a crash of the machine; resolves when it is gone. */
  kill9: () => Promise<void>
  close: () => Promise<void>
}

/** A new empty user profile; pass the same folder to `launch` again to restart the browser with its data. */
export function createProfile(): string {
  return mkdtempSync(join(tmpdir(), 'reflexor-profile-'))
}

export function removeProfile(folder: string): void {
  rmSync(folder, {
    recursive: true,
    force: true,
    // the last of a browser's processes may still write after it reports its end
    maxRetries: 15,
    retryDelay: 100,
  })
}

/**
 * What Chromium loads in addition to the pages of a test: a page for its address bar's suggestions, and a spare process
 * for a future page. Together they took half the CPU time of a start (2.4 of 4.8 s).
 */
export const PAGES_OF_ITS_OWN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']

/** Playwright's own list and ours: Chromium uses only the last list that it gets. */
export const WITHOUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  ...PAGES_OF_ITS_OWN,
]

/** Starts a real Chromium on a profile folder. Pages that were open before a kill are not restored. */
export async function launch(profile: string, options: LaunchOptions = {}): Promise<Browser> {
  const { executablePath } = findBrowser()
  if (!executablePath) throw new Error('No Chromium found: run `node test/support/find-browser.mjs --install`')
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: [...launchArgs(), `--disable-features=${WITHOUT.join()}`, ...(options.args ?? [])],
    ...(options.ignoreDefaultArgs ? { ignoreDefaultArgs: options.ignoreDefaultArgs } : {}),
    viewport: options.viewport ?? { width: 1280, height: 800 },
    colorScheme: options.colorScheme ?? 'light',
  })
  context.setDefaultTimeout(options.actionTimeout ?? 60_000)
  const pid = await browserProcess(context)
  return {
    context,
    pid,
    firstPage: async () => context.pages()[0] ?? (await context.newPage()),
    kill9: async () => {
      const gone = new Promise<void>((resolve) => context.once('close', () => resolve()))
      // Playwright starts it detached: the browser leads its own process group
      process.kill(-pid, 'SIGKILL')
      await gone
      // it would have removed these itself: a new process with the same id would be taken for it
      for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie'])
        rmSync(join(profile, name), { force: true })
    },
    close: () => context.close(),
  }
}

/** Crashes the tab's renderer. The Page object is dead afterwards: open a new one. */
export async function crashTab(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // the answer never comes: the process that would send it is gone
  session.send('Page.crash').catch(() => undefined)
  await crashed
}

async function browserProcess(context: BrowserContext): Promise<number> {
  const browser = context.browser()
  if (!browser) throw new Error('A persistent context without a browser')
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const main = processInfo.find((info) => info.type === 'browser')
  if (!main) throw new Error('Chromium did not name its main process')
  return main.id
}
