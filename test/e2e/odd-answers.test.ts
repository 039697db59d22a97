import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { eventually, visibleText } from '../support/app.ts'
import type { MockReply } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()
/** A PNG of one pixel. */
const RED_POINT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

const json = (body: unknown, status = 200): MockReply => ({
  raw: { status, headers: { 'content-type': 'application/json' }, chunks: [JSON.stringify(body)] },
})
const events = (...chunks: (object | string)[]): MockReply => ({
  raw: { chunks: chunks.map((each) => `data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`) },
})
const chunk = (delta: object, more: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  model: 'maker/other-model',
  choices: [{ index: 0, delta, finish_reason: null, ...more }],
})

it('a model at a server like Ollama that refuses tools failed for good: it is asked without, remembered as one that can only talk over a reload, and this can be forgotten', async () => {
  const { app, mock } = scene
  const refusal = json({ error: { message: 'registry.ollama.ai/library/gemma2:2b does not support tools' } }, 400)
  mock.setScript(({ body }) => (body.tools === undefined ? { text: 'I can talk.' } : refusal))
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl, model: 'gemma2:2b' })
  await app.send('Hello')
  await app.untilAnswer('I can talk.')
  await app.untilStatus('Idle')
  const asked = (): boolean[] => mock.journal().map(({ body }) => body.tools !== undefined)
  await eventually(asked, 'tools in the questions').toEqual([true, false])
  await app.page.getByText('chat only, no tools').first().waitFor()
  await app.page.reload()
  await app.send('And again')
  await eventually(asked, 'tools in the questions').toEqual([true, false, false])
  await app.untilStatus('Idle')
  await app.button('Session options').click()
  const options = app.page.getByRole('dialog')
  await options.getByText('tools: chat only').waitFor()
  await options.getByRole('button', { name: 'Forget this' }).click()
  await options.getByText('tools: chat only').waitFor({ state: 'detached' })
  await app.page.keyboard.press('Escape')
  await app.send('Once more')
  await eventually(asked, 'tools in the questions').toEqual([true, false, false, true, false])
})

it('a picture from a gateway, in a place of its own and without a word, was asked for five times: it is shown, kept over a reload, and the model that made it is named', async () => {
  const { app, mock } = scene
  const url = `data:image/png;base64,${RED_POINT}`
  mock.setScript([
    events(
      chunk({ role: 'assistant', content: '' }),
      chunk({ images: [{ type: 'image_url', image_url: { url } }] }),
      chunk({}, { finish_reason: 'stop' }),
      { ...chunk({}), choices: [], usage: { prompt_tokens: 10, completion_tokens: 1290, total_tokens: 1300 } },
      '[DONE]',
    ),
  ])
  await app.connect({ kind: 'OpenRouter', baseUrl: mock.baseUrl, model: 'openrouter/auto' })
  await app.send('Draw a red point')
  const picture = app.answers.getByRole('img', { name: 'Image made by the model' })
  await picture.waitFor()
  await app.untilStatus('Idle')
  await app.page.reload()
  await picture.waitFor()
  await eventually(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1)
  await app.answers.getByText('answered by maker/other-model').waitFor()
  expect(mock.journal()).toHaveLength(1)
  await app.sessions.getByRole('link').first().hover()
  await app.sessions.getByRole('button', { name: 'Actions' }).first().click()
  await app.page.getByRole('menuitem', { name: 'Share' }).click()
  const sharing = app.page.getByRole('dialog', { name: 'Share' })
  await sharing.getByRole('radio', { name: /^Markdown/ }).check()
  const saving = app.page.waitForEvent('download')
  await sharing.getByRole('button', { name: 'Save', exact: true }).click()
  expect(readFileSync(await (await saving).path(), 'utf8')).toContain('maker/other-model')
})

it('a call that a model writes as text does nothing until the person allows it for that model: then it runs as any call', async () => {
  const { app, mock } = scene
  const call = (path: string) => ({
    text: `I write it down.\n<tool_call>\n{"name": "write_file", "arguments": {"path": "${path}", "content": "milk"}}\n</tool_call>`,
  })
  mock.setScript([call('first.md'), call('second.md'), { text: 'Written.' }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Note the milk')
  await app.untilAnswer('This model writes tool calls as text. Nothing was run.')
  await app.untilStatus('Idle')
  expect(mock.journal()).toHaveLength(1)
  await app.button('Run these calls').click()
  await app.untilAnswer('They run from the next answer')
  await app.send('Again')
  await app.untilAnswer('Written.')
  await eventually(() => visibleText(app.toolCalls('write_file'))).toContain('Done')
  await app.openFiles()
  await app.files.getByRole('treeitem', { name: 'second.md' }).waitFor()
  expect(await app.files.getByRole('treeitem', { name: 'first.md' }).count()).toBe(0)
  // it goes back as a call
  const last = mock.journal().at(-1)?.body.messages?.slice(-2)
  expect(last).toMatchObject([
    { role: 'assistant', content: 'I write it down.', tool_calls: [{ function: { name: 'write_file' } }] },
    { role: 'tool' },
  ])
})
