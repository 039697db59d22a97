import { type Browser, type ElementHandle, launch, type Page } from 'puppeteer-core'
import { type AppByNames, appByNames, type Hand } from './app-by-names.ts'
import { findFirefox } from './find-firefox.mjs'

/**
 * Firefox as its makers and distributions ship it, driven by WebDriver BiDi; the app in it by accessible names, as in
 * Chromium.
 */

export type Firefox = {
  openTab: (url: string) => Promise<FirefoxApp>
  /** SIGKILL to the whole browser; resolves when it is gone. */
  kill9: () => Promise<void>
  close: () => Promise<void>
  /** Errors and policy violations that its pages reported. */
  complaints: string[]
}
export type FirefoxApp = AppByNames & { page: Page }

const PATIENCE = 30_000

/** Starts it on a profile folder, with whatever the last run left there. */
export async function launchFirefox(profile: string): Promise<Firefox> {
  const { executablePath } = findFirefox()
  if (executablePath === null) throw new Error('No Firefox found: FIREFOX_PATH may name one')
  const browser: Browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // for its first start on a busy machine
    timeout: 90_000,
    userDataDir: profile,
    defaultViewport: { width: 1280, height: 1600 },
  })
  const complaints: string[] = []
  return {
    complaints,
    openTab: async (url) => {
      const page = await browser.newPage()
      page.setDefaultTimeout(PATIENCE)
      page.on('pageerror', (error) => complaints.push(error instanceof Error ? error.message : String(error)))
      page.on('console', (message) => {
        if (/Content-Security-Policy|Trusted/i.test(message.text())) complaints.push(message.text())
      })
      await page.goto(url)
      return { page, ...appByNames(handIn(page)) }
    },
    kill9: async () => {
      const child = browser.process()
      if (child === null) throw new Error('Firefox has no process')
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      child.kill('SIGKILL')
      await gone
    },
    close: () => browser.close(),
  }
}

/** Visible and not disabled. */
const isReady = (element: Element): boolean => element.checkVisibility() && !element.matches(':disabled')

function handIn(page: Page): Hand {
  const named = (role: string, name: string): string => `::-p-aria([role="${role}"][name="${name}"])`
  // not by locators: these compile strings in the page, which its policy rightly forbids
  const ready = async (role: string, name: string): Promise<ElementHandle<Element>> => {
    const end = Date.now() + PATIENCE
    for (;;) {
      const found = await page.$(named(role, name))
      if (found !== null && (await found.evaluate(isReady))) return found
      if (Date.now() > end) throw new Error(`There is no ${role} “${name}” that can be used`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const press = async (name: string): Promise<void> => (await ready('button', name)).click()
  const fill = async (role: 'textbox' | 'combobox', name: string, text: string): Promise<void> => {
    const field = await ready(role, name)
    if (await field.evaluate((element) => element instanceof HTMLSelectElement)) {
      await field.select(text)
      return
    }
    await field.focus()
    await field.evaluate((element) => {
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) element.select()
    })
    await field.type(text)
  }
  const shown = (selector: string): Promise<string[]> =>
    // biome-ignore lint/performance/useDomNodeTextContent: rendered text is what is asked for
    page.$$eval(selector, (found) => found.map((each) => (each instanceof HTMLElement ? each.innerText.trim() : '')))
  const said = (selector: string): Promise<string[]> =>
    page.$$eval(selector, (found) => found.map((each) => each.textContent?.trim() ?? ''))
  return { press, fill, shown, said, patience: PATIENCE }
}
