import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { eventually } from './app.ts'
import type { MockReply } from './mock-replies.ts'
import { type RecordingServer, startRecordingServer } from './recording-server.ts'
import { useScene } from './scene.ts'

/** Time in ms in which a request that was not blocked would arrive. */
export const BLOCKED = 2500
export const code = (source: string, more: object = {}): MockReply => ({
  toolCalls: [{ name: 'run_javascript', arguments: { code: source, ...more } }],
})
export const page = (path: string, content: string): MockReply[] => [
  { toolCalls: [{ name: 'write_file', arguments: { path, content } }] },
  { toolCalls: [{ name: 'show_artifact', arguments: { path } }] },
  { text: 'There it is.' },
]
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Untrusted code in the built app, in a real Chromium, with the shipped policies: all attacks are written by the (mock)
 * model and run where the product runs them, never through the debugger, which no policy restricts. `attacker` records
 * what gets out.
 */
export function useUntrustedCode() {
  let attacker: RecordingServer
  /**
   * Sandbox threads get their policy from the service worker: it is installed once, and each test has its own session.
   */
  const scene = useScene({ installed: true, oneOrigin: true })
  beforeAll(async () => {
    attacker = await startRecordingServer()
    const app = await scene.openTab()
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: scene.mock.baseUrl })
    // a page that began before the service worker has a worker without its policies; later pages have one with them
    await app.page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 60_000 })
    await app.page.close()
  }, 120_000)
  afterAll(async () => {
    // it could be reached all the time
    await fetch(`${attacker.url}/control`)
    expect(attacker.requests).toContain('GET /control')
    await attacker.close()
  })
  beforeEach(() => {
    attacker.reset()
    // the browser reports what the policies block: here, that is the point
    scene.allowComplaint(/Content Security Policy|uncaught: Failed to fetch/)
  })

  async function ask(script: MockReply[], until = 'Idle'): Promise<void> {
    const { app, mock } = scene
    await app.newSession()
    const before = mock.journal().length
    mock.setScript(script)
    await app.send('Go')
    // it was idle before it began, too
    if (until === 'Idle') await eventually(() => mock.journal().length - before, 'the askings').toBe(script.length)
    await app.untilStatus(until)
  }
  const artifact = () => scene.app.page.locator('figure.artifact').last()
  const frame = () => scene.app.page.frameLocator('iframe.artifact-frame').frameLocator('iframe')
  const console = () => scene.app.page.getByRole('log', { name: 'Artifact console' })

  /**
   * The page still renders: with a blocked thread not even five frames would come, however slow the machine is.
   * `during`: counts only frames while this selector matches.
   */
  async function goesOnDrawing(during = 'body'): Promise<void> {
    await scene.app.page.evaluate((selector) => {
      const state = { frames: 0 }
      Object.assign(window, { drawing: state })
      const tick = (): void => {
        if (document.querySelector(selector) !== null) state.frames++
        requestAnimationFrame(tick)
      }
      requestAnimationFrame(tick)
    }, during)
    await wait(2000)
    await eventually(
      () => scene.app.page.evaluate(() => (window as unknown as { drawing: { frames: number } }).drawing.frames),
      'frames that were drawn',
    ).toBeGreaterThanOrEqual(5)
  }

  /** Clicks until it has an effect: the end of the conversation may still move under the pointer. */
  async function press(name: string, effect: () => Promise<boolean>, of = artifact()): Promise<void> {
    await expect
      .poll(
        async () => {
          if (await effect()) return true
          await of.getByRole('button', { name, exact: true }).last().click()
          await wait(300)
          return effect()
        },
        { timeout: 60_000, message: `the effect of "${name}"` },
      )
      .toBe(true)
  }

  async function letScriptsRun(of = artifact()): Promise<void> {
    const question = of.getByText('What the browser can’t block')
    const start = of.getByRole('button', { name: 'Run scripts', exact: true })
    // by the keyboard, which works wherever it moves
    await start.press('Enter')
    await question.waitFor()
    // a press on something that just moved has no effect; a running script may be ended before anybody looks
    const stop = of.getByRole('button', { name: 'Stop scripts' })
    await press('Run scripts', () => stop.or(of.getByText('stopped responding')).first().isVisible(), of)
  }

  /** Number of sandbox threads, by the browser's own count. */
  async function sandboxes(): Promise<number> {
    const browser = scene.browser.context.browser()
    if (!browser) throw new Error('no browser')
    const session = await browser.newBrowserCDPSession()
    const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] })
    await session.detach()
    return targetInfos.filter(({ url }) => /\/sandbox-[\w-]+\.js$/.test(url)).length
  }

  async function isKilledByStop(source: string): Promise<void> {
    const { app } = scene
    await ask([code(source, { timeout_ms: 100_000 }), { text: 'no' }], 'Using run_javascript')
    await eventually(sandboxes, 'threads of the sandbox').toBe(1)
    await goesOnDrawing()
    await app.button('Stop').click()
    await app.untilStatus('Stopped')
    await eventually(sandboxes, 'threads of the sandbox that still live').toBe(0)
  }

  return {
    scene,
    get attacker() {
      return attacker
    },
    ask,
    artifact,
    frame,
    console,
    goesOnDrawing,
    press,
    letScriptsRun,
    sandboxes,
    isKilledByStop,
  }
}
