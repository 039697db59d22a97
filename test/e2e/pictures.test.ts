import { expect, it, onTestFinished } from 'vitest'
import { eventually, pressArmed } from '../support/app.ts'
import { type MockRequest, startMockProvider } from '../support/mock-provider.ts'
import type { MockReply } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const picture: MockReply = {
  raw: {
    headers: { 'content-type': 'application/json' },
    chunks: [JSON.stringify({ data: [{ b64_json: PNG }], usage: { input_tokens: 9, output_tokens: 1000 } })],
  },
}

it('a picture is asked about, made by the model that the provider lists, and after a kill in its middle not paid for again without a word', async () => {
  const provider = await startMockProvider({ models: ['mock-model', 'gpt-image-2'] })
  onTestFinished(() => provider.close())
  const drawn = (): MockRequest[] => provider.journal().filter(({ path }) => path === '/v1/images/generations')
  const results = (body: MockRequest['body']) =>
    (body['input'] as { type?: string }[]).filter(({ type }) => type === 'function_call_output')
  provider.setScript(({ path, body }) => {
    if (path === '/v1/images/generations')
      return drawn().length > 1 ? picture : { breakAfter: { events: 0, how: 'hang' } }
    if (!JSON.stringify(body['input']).includes('Draw a kite')) return { text: 'Hello.' }
    if (results(body).length > 0) return { text: 'There it is: ![The kite](kite.png)' }
    return {
      toolCalls: [{ name: 'make_picture', arguments: { prompt: 'A red kite', path: 'kite.png', shape: 'wide' } }],
    }
  })
  const { app } = scene
  await app.connect({ kind: 'OpenAI', baseUrl: provider.baseUrl })
  await app.send('Hello')
  await app.untilAnswer('Hello.')
  await app.send('Draw a kite')
  await pressArmed(app.button('Approve'))
  await eventually(() => drawn().length).toBe(1)
  expect(drawn()[0]?.body).toEqual({ model: 'gpt-image-2', prompt: 'A red kite', size: '1536x1024' })

  const again = await scene.killAndRelaunch(new URL(app.page.url()).hash)
  await again.toolCalls('make_picture').getByText('Unknown outcome').waitFor()
  expect(drawn()).toHaveLength(1)
  await pressArmed(again.button('Run again'))
  await again.untilAnswer('There it is:')
  expect(drawn()).toHaveLength(2)
  const shown = again.answers.last().getByRole('img', { name: 'The kite' })
  await eventually(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await eventually(() => again.files.getByRole('treeitem', { name: 'kite.png' }).count()).toBe(1)
  // the model sees what it made
  expect(JSON.stringify(results(provider.journal().at(-1)?.body ?? {}))).toContain('data:image/')
})
