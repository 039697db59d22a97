import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { findBrowser, launchArgs } from './find-browser.mjs'
import { type Browser, type LaunchOptions, PAGES_OF_ITS_OWN } from './launch.ts'

/** `gone` resolves when it has ended: a request sent at that moment may never be answered. */
export type PlainBrowser = Browser & { gone: Promise<void> }

/**
 * Starts Chromium without Playwright and connects to it afterwards, so that it behaves like a person's browser: one tab
 * is in front and the others are hidden and throttled, pages enter the back/forward cache, and a hidden tab can be
 * frozen. Playwright's own launch keeps every page visible and focused, and a visible page never freezes.
 */
export async function launchPlain(
  profile: string,
  options: Pick<LaunchOptions, 'args' | 'actionTimeout'> = {},
): Promise<PlainBrowser> {
  const { executablePath } = findBrowser()
  if (!executablePath) throw new Error('No Chromium found: run `node test/support/find-browser.mjs --install`')
  rmSync(join(profile, 'DevToolsActivePort'), { force: true })
  const child = spawn(
    executablePath,
    [
      ...launchArgs(),
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--window-size=1280,800',
      '--disable-search-engine-choice-screen',
      '--hide-crash-restore-bubble',
      `--disable-features=${PAGES_OF_ITS_OWN.join()}`,
      ...(options.args ?? []),
      'about:blank',
    ],
    // the leader of its own process group: killed together with its renderers
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const pid = child.pid
  if (pid === undefined) throw new Error(`${executablePath} did not start`)
  const killGroup = (): void => {
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // the group is already gone
    }
  }
  // if this process is ended, nobody else would end the browser
  process.once('exit', killGroup)
  void gone.then(() => process.off('exit', killGroup))
  try {
    const browser = await chromium.connectOverCDP(await addressOf(child), { noDefaults: true, isLocal: true })
    const [context] = browser.contexts()
    if (context === undefined) throw new Error('Chromium has no window')
    context.setDefaultTimeout(options.actionTimeout ?? 60_000)
    const disconnected = new Promise<void>((resolve) => browser.once('disconnected', () => resolve()))
    return {
      context,
      pid,
      gone,
      firstPage: async () => context.pages()[0] ?? (await context.newPage()),
      kill9: async () => {
        killGroup()
        await Promise.all([gone, disconnected])
      },
      close: async () => {
        await quit(context).catch(() => {}) // it may be gone before it can answer
        const late = setTimeout(killGroup, 5000)
        await Promise.all([gone, disconnected])
        clearTimeout(late)
      },
    }
  } catch (error) {
    killGroup()
    throw error
  }
}

/** The address of its debugger, which it prints on stderr. */
function addressOf(child: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (chunk: Buffer): void => {
      said += chunk
      const [, address] = /DevTools listening on (ws:\S+)/.exec(said) ?? []
      if (address === undefined) return
      child.stderr?.off('data', hear).resume()
      resolve(address)
    }
    child.stderr?.on('data', hear)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Chromium ended (${code}): ${said.slice(-800)}`)))
  })
}

/** Quits cleanly, so that everything is written. */
async function quit(context: BrowserContext): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession()
  await session?.send('Browser.close')
}
