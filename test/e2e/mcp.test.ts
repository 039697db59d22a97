import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { McpServer } from '../../src/settings/mcp-server.ts'
import { type App, eventually, pressArmed, visibleText } from '../support/app.ts'
import { askWorker } from '../support/ask-worker.ts'
import { startEverything } from '../support/mcp-everything.ts'
import { type Lameness, startLameServer } from '../support/mcp-lame-server.ts'
import { startManyTools } from '../support/mcp-many-tools.ts'
import { cases } from '../support/runs.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()
let everything: Awaited<ReturnType<typeof startEverything>>
beforeAll(async () => {
  everything = await startEverything()
})
afterAll(() => everything.stop())
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const serverAt = (url: string, name = 'everything'): McpServer => ({
  id: name,
  name,
  url,
  enabled: true,
  trusted: false,
  createdAt: 1,
})
const addServer = (url = everything.url) =>
  askWorker(scene.app.page, { kind: 'save-mcp-server', server: serverAt(url) })
const echo = (message: string) => ({ toolCalls: [{ name: 'everything__echo', arguments: { message } }] })
const approve = async (app: App, name: string): Promise<void> => {
  await app.untilStatus('Waiting for you')
  await pressArmed(app.toolCalls(name).last().getByRole('button', { name: 'Approve', exact: true }))
}

describe('tools of an MCP server, from a real browser', () => {
  it('are asked about, run after a reload in the same session, need no word once trusted, tell their progress, and stop', async () => {
    const { app, mock } = scene
    const read = { name: 'everything__list_resources', arguments: {} }
    const prompt = { name: 'everything__get_prompt', arguments: { name: 'simple-prompt' } }
    const long = { name: 'everything__trigger-long-running-operation', arguments: { duration: 600, steps: 600 } }
    const reading = [{ toolCalls: [read, prompt] }, { text: 'Third.' }]
    mock.setScript([
      echo('rivers'),
      { text: 'First.' },
      echo('seas'),
      { text: 'Second.' },
      ...reading,
      { toolCalls: [long] },
    ])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    const view = await addServer()
    expect(view).toMatchObject({ status: { ok: true }, trusted: false, hasHeaders: false })
    expect(view.tools.length).toBeGreaterThan(5)
    await app.newSession()
    await app.send('Say it')
    await app.untilStatus('Waiting for you')
    await app.page.reload()
    await approve(app, 'everything__echo')
    await app.untilAnswer('First.')
    await eventually(() => visibleText(app.toolCalls('everything__echo'))).toContain('Done')
    const offered = JSON.stringify(mock.journal()[0]?.body.tools)
    expect(offered).toContain('everything__echo')
    expect(offered).toContain('everything__read_resource')
    expect(JSON.stringify(mock.journal()[1]?.body.messages)).toContain('rivers')

    const trusted = await askWorker(app.page, {
      kind: 'trust-mcp-server',
      serverId: 'everything',
      trusted: true,
    })
    expect(trusted.tools.every((tool) => tool.trusted)).toBe(true)
    const readsOnly = trusted.tools.find(({ name }) => name === 'echo')?.readOnly
    await app.send('Say another')
    if (!readsOnly) await approve(app, 'everything__echo')
    await app.untilAnswer('Second.')

    await app.send('Read')
    await app.untilAnswer('Third.')
    const given = JSON.stringify(mock.journal().at(-1)?.body.messages)
    expect(given).toContain('demo://resource/')
    expect(given).toContain('user: This is a simple prompt')

    await app.send('Take your time')
    if (!trusted.tools.find(({ name }) => name === 'trigger-long-running-operation')?.readOnly)
      await approve(app, long.name)
    await eventually(() => visibleText(app.toolCalls(long.name))).toMatch(/\b[1-9]\d* of 600\b/)
    await app.button('Stop').click()
    await app.untilStatus('Stopped')
    await eventually(() => visibleText(app.toolCalls(long.name))).toContain('Stopped')
  })
  it('a server that vanishes is an error that the model reads; it comes back by itself', async () => {
    const { app, mock } = scene
    mock.setScript([echo('one'), { text: 'It is gone.' }, echo('two'), { text: 'It is back.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await addServer()
    await app.newSession()
    const { port } = everything
    await everything.stop()
    await app.send('Say it')
    await approve(app, 'everything__echo')
    await app.untilAnswer('It is gone.')
    expect(JSON.stringify(mock.journal()[1]?.body.messages)).toContain(`No response from 127.0.0.1:${port}`)
    everything = await startEverything(port)
    await app.send('Try again')
    await approve(app, 'everything__echo')
    await app.untilAnswer('It is back.')
    expect(JSON.stringify(mock.journal()[3]?.body.messages)).toMatch(/Echo: two/)
  })
})

describe('what a server offers to the person', () => {
  it('a prompt with its arguments and a resource become attachments, which outlive a reload and reach the model', async () => {
    const { app, mock } = scene
    mock.setScript([{ text: 'Sunny.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await addServer()
    await app.newSession()
    const box = app.page.getByRole('textbox', { name: 'Message' })
    const attached = app.page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
    await box.pressSequentially('/arguments')
    await app.page.getByRole('option', { name: /everything: Arguments Prompt/ }).click()
    await app.page.getByRole('textbox', { name: 'city' }).fill('Lima')
    await app.button('Attach').click()
    await eventually(() => attached.allInnerTexts()).toEqual([expect.stringContaining('29 characters')])
    await box.click()
    await box.pressSequentially('Answer that, and read @architecture')
    await eventually(() => box.inputValue()).toBe('Answer that, and read @architecture')
    await app.page
      .getByRole('option', { name: /architecture/ })
      .first()
      .click()
    await app.button('Attach').click()
    await eventually(() => attached.count()).toBe(2)
    await app.page.reload()
    await eventually(() => attached.count()).toBe(2)
    await box.press('End')
    await app.button('Send').click()
    await app.untilAnswer('Sunny.')
    const sent = JSON.stringify(mock.journal()[0]?.body.messages)
    expect(sent).toContain("What's weather in Lima?")
    expect(sent).toContain('Attached file of the workspace: everything-args-prompt.md')
  })
})

describe('a server that asks in the middle of a call', () => {
  const NAME = 'everything__trigger-elicitation-request'
  const asking = { toolCalls: [{ name: NAME, arguments: {} }] }

  it('its form outlives a reload, which loses the request: it is asked for again only on your word, with your answer', async () => {
    const { app, mock } = scene
    mock.setScript([asking, { text: 'Noted.' }, asking, { text: 'Noted again.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await addServer()
    await app.newSession()
    const form = app.page.getByRole('form', { name: 'Question of a server' })
    const send = async (): Promise<void> => {
      // a click that scrolls first moves the button, which then takes no press
      await app.button('Send to everything').evaluate((button) => button.scrollIntoView({ block: 'center' }))
      await pressArmed(app.button('Send to everything'))
    }
    await app.send('Ask me')
    await approve(app, NAME)
    await form
      .getByRole('textbox', { name: /^String \(optional\)|^String$/ })
      .first()
      .fill('Ada Lovelace')
    await send()
    await app.untilAnswer('Noted.')
    expect(JSON.stringify(mock.journal()[1]?.body.messages)).toContain('Ada Lovelace')

    await app.send('Ask me again')
    await approve(app, NAME)
    await form.waitFor()
    await app.page.reload()
    await form
      .getByRole('textbox', { name: /^String \(optional\)|^String$/ })
      .first()
      .fill('Grace Hopper')
    await send()
    await pressArmed(app.toolCalls(NAME).last().getByRole('button', { name: 'Run again' }))
    await app.untilAnswer('Noted again.')
    expect(JSON.stringify(mock.journal()[3]?.body.messages)).toContain('Grace Hopper')
  })
})

describe('a server with 400 tools', () => {
  it('none is told until the model has looked for it; what was found outlives a reload, and is called', async () => {
    const { app, mock } = scene
    const many = await startManyTools(400)
    closing.push(many.close)
    mock.setScript([
      { toolCalls: [{ name: 'find_tools', arguments: { words: 'order umbrellas' } }] },
      { toolCalls: [{ name: 'many__topic_231', arguments: { amount: 2 } }] },
      { text: 'Ordered.' },
    ])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await askWorker(app.page, { kind: 'save-mcp-server', server: serverAt(many.url, 'many') })
    await app.newSession()
    await app.send('Order umbrellas')
    await app.untilStatus('Waiting for you')
    await app.page.reload()
    await approve(app, 'many__topic_231')
    await app.untilAnswer('Ordered.')
    const told = mock.journal().map(({ body }) => JSON.stringify(body.tools))
    expect(told[0]).not.toContain('many__topic')
    expect(told[0]).toContain('many (400)')
    expect(told[1]).toContain('many__topic_231')
    expect(told[1]).not.toContain('many__topic_230')
    expect(told[2]).toContain('many__topic_231')
    expect(many.calls).toEqual(['topic_231'])
  })
})

describe('a server that a web page cannot use says exactly what it lacks', () => {
  it.each(
    cases<[lameness: Lameness | 'nobody', words: RegExp]>(
      [
        ['no-cors', /doesn’t allow web pages. It must send "Access-Control-Allow-Origin"/],
        ['hidden-session', /"Access-Control-Expose-Headers: Mcp-Session-Id"/],
      ],
      [
        ['nobody', /^No response from 127\.0\.0\.1:\d+, or it doesn’t allow web pages/],
        ['no-preflight', /its preflight \(OPTIONS\) fails: it must be answered .*Mcp-Session-Id/],
        ['wants-login', /wants a key or a sign-in \(401\)/],
        ['html', /Unexpected content type: text\/html/],
      ],
    ),
  )('%s', async (lameness, words) => {
    const lame = await startLameServer(lameness === 'nobody' ? 'silent' : lameness)
    if (lameness === 'nobody') await lame.close()
    else closing.push(lame.close)
    const { app } = scene
    const request = { kind: 'test-mcp-server', server: serverAt(lame.url, 'lame') } as const
    const { ok, message } = await askWorker(app.page, request)
    expect({ ok, message }).toEqual({ ok: false, message: expect.stringMatching(words) })
  })
})
