import { expect, it } from 'vitest'
import { commands } from 'vitest/browser'
import { databasesAsText } from '../../support/databases-as-text.ts'
import { newId, openPage, textOf } from './page.ts'

const KEY = 'sk-test-Zx9Qw7LmN0pQrStUvWxYz1234'

it('a key that the provider echoes, in pieces, reaches neither a page nor the disk', async () => {
  const baseUrl = await commands.startProvider([
    {
      thinking: `The key was ${KEY}, I think.`,
      text: `Your key is ${KEY}!`,
      toolCalls: [{ name: 'write_file', arguments: { path: 'key.txt', content: `a ${KEY} b`, [KEY]: KEY } }],
      pace: { chunkMs: 1, chunkSize: 1 },
    },
    { text: `Done with ${KEY}.`, pace: { chunkSize: 3 } },
    { error: { status: 400, message: `Wrong key ${KEY}` } },
  ])
  const p = openPage()
  try {
    const [sessionId, providerId] = [newId(), newId()]
    const provider = {
      id: providerId,
      kind: 'openai-compatible',
      label: 'Mock',
      baseUrl,
      model: 'm',
      createdAt: 1,
    } as const
    await p.ask({ kind: 'save-provider', provider: { ...provider, models: [] }, key: KEY })
    await p.command({ kind: 'create-session', sessionId, providerId, model: 'm', thinking: 'off' })
    await p.open(sessionId)
    const say = (text: string) =>
      p.command({
        kind: 'input',
        sessionId,
        input: {
          type: 'user-send-message',
          messageId: newId(),
          content: [{ type: 'text', text }],
          delivery: 'steer',
        },
      })
    await say('What is my key?')
    await p.until(() => p.status(sessionId) === 'idle', 'the end of the run')
    expect(textOf(p.view(sessionId)).join('\n')).toContain('Your key is [secret]!')
    await say('And now?')
    await p.until(() => p.status(sessionId) === 'failed', 'the failure')
    expect(JSON.stringify(p.heard)).not.toContain(KEY.slice(8, 24))
    expect(await databasesAsText()).not.toContain(KEY.slice(8, 24))
  } finally {
    p.kill()
    await commands.stopProvider(baseUrl)
  }
})
