import { expect, it, onTestFinished } from 'vitest'
import { pressArmed } from '../support/app.ts'
import { askWorker } from '../support/ask-worker.ts'
import { startLameServer } from '../support/mcp-lame-server.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()

it('an MCP server that answers a notification with 204 could never be connected: its tool is called', async () => {
  const { app, mock } = scene
  const odd = await startLameServer('no-content')
  onTestFinished(odd.close)
  mock.setScript([{ toolCalls: [{ name: 'odd__add', arguments: { a: 2, b: 2 } }] }, { text: 'It is four.' }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  const server = { id: 'odd', name: 'odd', url: odd.url, enabled: true, trusted: false, createdAt: 1 }
  const view = await askWorker(app.page, { kind: 'save-mcp-server', server })
  expect(view).toMatchObject({ status: { ok: true }, tools: [{ name: 'add' }] })
  await app.newSession()
  await app.send('Add two and two')
  await app.untilStatus('Waiting for you')
  await pressArmed(app.toolCalls('odd__add').last().getByRole('button', { name: 'Approve', exact: true }))
  await app.untilAnswer('It is four.')
  expect(JSON.stringify(mock.journal()[1]?.body.messages)).toContain('The sum is 4.')
})
