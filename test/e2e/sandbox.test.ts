import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually, visibleText } from '../support/app.ts'
import { codeAttack, navigations, scriptAttack, staticAttack } from '../support/attack-pages.ts'
import type { MockReply } from '../support/mock-replies.ts'
import { type RecordingServer, startRecordingServer } from '../support/recording-server.ts'
import { useScene } from '../support/scene.ts'

/**
 * Untrusted code in the built app, in a real Chromium, with the policies as they are shipped: everything that attacks is written by the
 * (mock) model and runs where the product runs it, never through the debugger, which no policy holds.
 */
let attacker: RecordingServer
/** Threads of the sandbox have their policy from the service worker: it is installed once, and each test has a session of its own. */
const scene = useScene({ oneOrigin: true })
beforeAll(async () => {
  attacker = await startRecordingServer()
  const app = await scene.openTab()
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: scene.mock.baseUrl })
  // a page that began before the service worker has a worker without its policies; all that come have one with them
  await app.page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 60_000 })
  await app.page.close()
}, 120_000)
afterAll(async () => {
  // it was there to be reached all the time
  await fetch(`${attacker.url}/control`)
  expect(attacker.requests).toContain('GET /control')
  await attacker.close()
})
beforeEach(() => {
  attacker.reset()
  // what the policies block is reported by the browser: here, that is the point
  scene.allowComplaint(/Content Security Policy|uncaught: Failed to fetch/)
})

const BLOCKED = 2500
const code = (source: string, more: object = {}): MockReply => ({
  toolCalls: [{ name: 'run_javascript', arguments: { code: source, ...more } }],
})
const page = (path: string, content: string): MockReply[] => [
  { toolCalls: [{ name: 'write_file', arguments: { path, content } }] },
  { toolCalls: [{ name: 'show_artifact', arguments: { path } }] },
  { text: 'There it is.' },
]
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

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
 * The page goes on drawing: of a thread that is blocked not five frames would come, however slow the machine is. `during`: only those count
 * while this is in the page.
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

/** Clicks until it has an effect: what the conversation shows last may still move under the pointer. */
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
  const question = of.getByText('What the browser cannot block')
  const start = of.getByRole('button', { name: 'Run scripts', exact: true })
  // by the keyboard, which meets it wherever it moves to
  await start.press('Enter')
  await question.waitFor()
  // a press on what moved just then does nothing; what runs may be ended before anybody looks
  const stop = of.getByRole('button', { name: 'Stop scripts' })
  await press('Run scripts', () => stop.or(of.getByText('stopped answering')).first().isVisible(), of)
}

describe('code that the model runs', () => {
  it('works on the workspace, comes from the installed app alone, and its result goes back to the model', async () => {
    const { app, mock } = scene
    await ask([
      { toolCalls: [{ name: 'write_file', arguments: { path: 'numbers.txt', content: '1\n2\n39' } }] },
      code(`const sum = readFile('numbers.txt').split('\\n').map(Number).reduce((a, b) => a + b)
        console.log('adding'); writeFile('sum.txt', String(sum)); sum`),
      { text: 'Added.' },
    ])
    const last = JSON.stringify(mock.journal().at(-1)?.body.messages)
    expect(last).toContain('Console:\\nadding\\n\\nResult:\\n42')
    await app.files.getByRole('treeitem', { name: 'sum.txt' }).click()
    await app.files.getByText('42', { exact: true }).waitFor()

    // everything of the sandbox comes out of the service worker: the site is not asked again
    const asked = scene.site.requests.length
    mock.setScript([code('6 * 111'), { text: 'Once more.' }])
    await app.send('Again')
    await app.untilAnswer('Once more.')
    expect(JSON.stringify(mock.journal().at(-1)?.body.messages)).toContain('Result:\\n666')
    // a while after each load the browser itself looks for a newer one
    expect(scene.site.requests.slice(asked).filter((path) => path !== '/service-worker.js')).toEqual([])
  })

  it('reaches nothing: no network, no origin, no other thread', async () => {
    await ask([code(codeAttack(attacker.url)), { text: 'Done.' }])
    await wait(500)
    expect(JSON.stringify(scene.mock.journal().at(-1)?.body.messages)).toContain('Result:\\nnothing reached')
    expect(attacker.requests).toEqual([])
    expect(attacker.connections()).toBe(0)
  })

  it.each([
    ['an endless loop', 'for (;;);'],
    ['a memory bomb', 'const a = []; for (;;) a.push("x".repeat(1e5) + a.length)'],
    ['a flood of output', 'for (;;) console.log("x".repeat(1000))'],
    ['an endless chain of promises', 'for (;;) await 0'],
  ])('leaves the page at ease and is killed by Stop: %s', async (_what, source) => {
    const { app } = scene
    await ask([code(source, { timeout_ms: 100_000 }), { text: 'no' }], 'Using run_javascript')
    await eventually(sandboxes, 'threads of the sandbox').toBe(1)
    await goesOnDrawing()
    await app.button('Stop').click()
    await app.untilStatus('Stopped')
    await eventually(sandboxes, 'threads of the sandbox that still live').toBe(0)
  })

  it('ends at its time limit with words for the model', async () => {
    await ask([code('console.log("before"); for (;;);', { timeout_ms: 300 }), { text: 'I see.' }])
    expect(JSON.stringify(scene.mock.journal().at(-1)?.body.messages)).toMatch(/took too long[\s\S]*before/)
    await eventually(sandboxes, 'threads of the sandbox that still live').toBe(0)
  })
})

/** Threads of the sandbox, as the browser itself counts them. */
async function sandboxes(): Promise<number> {
  const browser = scene.browser.context.browser()
  if (!browser) throw new Error('no browser')
  const session = await browser.newBrowserCDPSession()
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] })
  await session.detach()
  return targetInfos.filter(({ url }) => /\/sandbox-[\w-]+\.js$/.test(url)).length
}

describe('a page that the model wrote, without its scripts', () => {
  it('is shown with its styles, and connects to nobody, whatever it says and whatever is clicked in it', async () => {
    await ask(page('report.html', staticAttack(attacker.url)))
    await frame().getByRole('heading', { name: 'Quarterly report' }).waitFor()
    for (const name of ['A link to click', 'A link to a new tab', 'Send the form']) {
      const target = frame().getByText(name)
      if ((await target.count()) > 0) await target.click()
    }
    await wait(BLOCKED)
    expect(attacker.requests).toEqual([])
    expect(attacker.connections()).toBe(0)
    expect(await console().count()).toBe(0)
    expect(scene.browser.context.pages()).toHaveLength(2)
  })

  it('looks as it was written, offline too', async () => {
    await ask(page('page.html', '<style>h1{color:rgb(1,2,3)}</style><h1 style="letter-spacing:3px">Styled</h1>'))
    await scene.browser.context.setOffline(true)
    await scene.app.page.reload()
    const heading = frame().getByRole('heading', { name: 'Styled' })
    await heading.waitFor()
    expect(await heading.evaluate((h) => [getComputedStyle(h).color, getComputedStyle(h).letterSpacing])).toEqual([
      'rgb(1, 2, 3)',
      '3px',
    ])
  })
})

describe('a page that the model wrote, with its scripts', () => {
  it('runs only after the question, offline too; its console and errors come back and can be sent to the agent', async () => {
    const { app, mock } = scene
    scene.allowComplaint(/uncaught: Cannot read properties of null/)
    const counter = `<button onclick="console.log('clicked', ++n)">Count</button><script>let n = 0; console.warn('ready'); setTimeout(() => {
 null.x }, 50)</script>`
    await ask(page('counter.html', counter))
    await scene.browser.context.setOffline(true)
    await app.page.reload()
    await frame().getByText('Count').click()
    expect(await console().count()).toBe(0)
    await letScriptsRun()
    await frame().getByText('Count').click()
    await eventually(() => visibleText(console())).toMatch(
      /ready[\s\S]*Cannot read properties of null.*\(line 2, column 7\)[\s\S]*clicked 1/,
    )
    await scene.browser.context.setOffline(false)
    mock.setScript([{ text: 'I will mend it.' }])
    const asked = mock.journal().length
    await press('Send to the agent', async () => mock.journal().length > asked)
    await app.untilAnswer('I will mend it.')
    const sent = JSON.stringify(mock.journal().at(-1)?.body.messages)
    expect(sent).toContain('counter.html printed this')
    expect(sent).toContain('error: Uncaught TypeError')
  })

  it('sends no request and reads nothing of ours, by any way that a script has', async () => {
    await ask(page('attack.html', scriptAttack(attacker.url, attacker.udpPort)))
    const before = scene.site.requests.length
    await letScriptsRun()
    await eventually(() => visibleText(console()), 'all attacks made').toMatch(/TRIED (\d+) of/)
    await wait(BLOCKED)
    expect(attacker.requests).toEqual([])
    expect(attacker.packets()).toBe(0)
    const text = await visibleText(console())
    expect(text.split('\n').filter((line) => line.startsWith('GOT'))).toEqual([])
    // the browser's own question for a new version of the app is none of the artifact's
    expect(scene.site.requests.slice(before).filter((path) => path !== '/service-worker.js')).toEqual([])
    expect(scene.browser.context.pages()).toHaveLength(2)
    await scene.app.untilStatus('Idle')
  })

  it('cannot take the frame elsewhere', async () => {
    // all of them in one turn, and in sight: each turn would cost more than its attack
    const attacks = Object.entries(navigations(attacker.url))
    const source = (what: string, attack: string) =>
      `<p>Stays</p><script>console.log('before ${what}'); setTimeout(() => { ${attack} }, 300)</script>`
    await scene.app.page.setViewportSize({ width: 1280, height: 6000 })
    await ask([
      {
        toolCalls: attacks.map(([what, attack]) => ({
          name: 'write_file',
          arguments: { path: `${what}.html`, content: source(what, attack) },
        })),
      },
      {
        toolCalls: attacks.map(([what]) => ({
          name: 'show_artifact',
          arguments: { path: `${what}.html`, title: what },
        })),
      },
      { text: 'There they are.' },
    ])
    for (const [what] of attacks) {
      const place = scene.app.page.getByRole('figure', { name: `Artifact: ${what}`, exact: true })
      await letScriptsRun(place)
      const printed = place.getByRole('log', { name: 'Artifact console' })
      await eventually(() => visibleText(printed), 'the attack').toContain(`before ${what}`)
      expect(attacker.requests, what).toEqual([])
      expect(new URL(scene.app.page.url()).origin).toBe(new URL(scene.site.url).origin)
    }
    await wait(BLOCKED)
    expect(new URL(scene.app.page.url()).origin).toBe(new URL(scene.site.url).origin)
    expect(attacker.requests).toEqual([])
    await scene.app.untilStatus('Idle')
  })

  it('that loops for ever is noticed and removed; the page does not feel it', async () => {
    await ask(page('loop.html', '<p>Busy</p><script>setTimeout(() => { for (;;); }, 200)</script>'))
    await letScriptsRun()
    await goesOnDrawing('iframe.artifact-frame')
    await artifact().getByText('stopped answering').waitFor()
    await eventually(() => scene.app.page.locator('iframe.artifact-frame').count()).toBe(0)
    await artifact().getByRole('button', { name: 'Show without scripts' }).click()
    await frame().getByText('Busy').waitFor()
  })

  it('that floods the console fills neither the page nor its memory', async () => {
    await ask(
      page(
        'flood.html',
        '<script>setInterval(() => { for (let i = 0; i < 200; i++) top.postMessage({ artifact: "line", level: "log", text: "z".repeat(2000) }, "*") }, 1)</script>',
      ),
    )
    await letScriptsRun()
    await goesOnDrawing()
    expect(await console().locator('p').count()).toBeLessThanOrEqual(200)
    // whether its answers drown in its own flood or not
    await artifact().getByText('stopped answering').waitFor()
  })
})
