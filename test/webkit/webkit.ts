import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type AppByNames, appByNames, type Hand } from '../support/app-by-names.ts'
import { ensureWebKit } from './find-webkit.mjs'
import { type Element, startSession, type WebDriver } from './web-driver.ts'

/** The engine of Safari in GTK's browser, and the app in it by accessible names, as in Chromium and Firefox. */

export type WebKit = { session: WebDriver; app: AppByNames; close: () => Promise<void> }

const PATIENCE = 60_000
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50))

/** What a driven browser of GTK's keeps is gone with it. `folder`: for what it writes meanwhile. */
export async function launchWebKit(folder: string): Promise<WebKit> {
  const found = ensureWebKit()
  if (found === null) throw new Error('No WebKit found. On Debian: apt-get install webkit2gtk-driver xvfb')
  const screen = spawn(found.screen, ['-displayfd', '3', '-screen', '0', '1280x1600x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await firstLine(screen)
  const port = await freePort()
  const driver = spawn(found.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${display}`,
      HOME: folder,
      XDG_DATA_HOME: join(folder, 'data'),
      XDG_CACHE_HOME: join(folder, 'cache'),
      LIBGL_ALWAYS_SOFTWARE: '1',
      MESA_SHADER_CACHE_DISABLE: 'true',
      // its own sandbox needs a user's namespaces, which a container has not
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  })
  const stop = (): void => {
    driver.kill()
    screen.kill()
  }
  try {
    const options = { 'webkitgtk:browserOptions': { binary: found.browser, args: ['--automation'] } }
    const session = await onceItListens(() => startSession(`http://127.0.0.1:${port}`, options))
    await session.resize(1280, 1500)
    return {
      session,
      app: appByNames(handIn(session)),
      close: async () => {
        await session.end().finally(stop)
      },
    }
  } catch (error) {
    stop()
    throw error
  }
}

/** Of the pipe that the screen tells its number through. */
const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error('The screen has ended')))
    child.stdio[3]?.once('data', (bytes: Buffer) => resolve(String(bytes).trim()))
  })

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

async function onceItListens<Value>(ask: () => Promise<Value>): Promise<Value> {
  const end = Date.now() + PATIENCE
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const refused = error instanceof TypeError
      if (!refused || Date.now() > end) throw error
      await pause()
    }
  }
}

/**
 * Where elements of a role are looked for; their name decides, since the roles that GTK's WebKit tells of some of them
 * are others.
 */
const PLACES = { button: 'button', textbox: 'input, textarea', combobox: 'input, select, button' }

function handIn(session: WebDriver): Hand {
  const find = async (role: keyof typeof PLACES, name: string): Promise<Element | null> => {
    for (const element of await session.find(PLACES[role])) {
      // what is drawn anew meanwhile is another element: looked for again
      const fits = await (async () =>
        (await element.label()) === name && (await element.isShown()) && (await element.isEnabled()))().catch(
        () => false,
      )
      if (fits) return element
    }
    return null
  }
  /** Does it with what is of this role and name, as soon as it can be used. */
  const using = async (role: keyof typeof PLACES, name: string, act: (element: Element) => Promise<void>) => {
    const end = Date.now() + PATIENCE
    for (;;) {
      const found = await find(role, name)
      const problem = found === null ? `There is no ${role} “${name}” that can be used` : await act(found).catch(String)
      if (problem === undefined) return
      if (Date.now() > end) throw new Error(String(problem))
      await pause()
    }
  }
  const press = (name: string): Promise<void> => using('button', name, (element) => element.click())
  const fill = (role: 'textbox' | 'combobox', name: string, text: string): Promise<void> =>
    using(role, name, async (element) => {
      if ((await element.property('tagName')) !== 'SELECT') {
        await element.clear()
        return element.type(text)
      }
      const [option] = await element.within(`option[value="${text}"]`)
      if (option === undefined) throw new Error(`“${name}” has no “${text}”`)
      await option.click()
    })
  const texts =
    (property: 'innerText' | 'textContent') =>
    async (css: string): Promise<string[]> =>
      (await session.run(
        `return [...document.querySelectorAll(${JSON.stringify(css)})].map((each) => each.${property}.trim())`,
      )) as string[]
  return { press, fill, shown: texts('innerText'), said: texts('textContent'), patience: PATIENCE }
}
