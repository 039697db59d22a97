import { expect, it } from 'vitest'
import { commands } from 'vitest/browser'
import { newId, openPage, textOf } from './page.ts'

/** Everything that is in the databases of this origin, as one text; bytes as Latin-1. */
async function everythingStored(): Promise<string> {
  const found: string[] = []
  const asText = (_key: string, value: unknown): unknown => {
    if (value instanceof ArrayBuffer) return new TextDecoder('latin1').decode(value)
    return value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value
  }
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    for (const store of db.objectStoreNames) {
      const rows = await new Promise<unknown[]>((resolve, reject) => {
        const request = db.transaction(store).objectStore(store).getAll()
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      found.push(JSON.stringify(rows, asText))
    }
    db.close()
  }
  return found.join('\n')
}

const KEY = 'sk-test-Zx9Qw7LmN0pQrStUvWxYz1234'

it('a key that the provider echoes, in pieces, reaches neither a page nor the disk', { timeout: 90_000 }, async () => {
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
    await p.until(() => p.status(sessionId) === 'idle', 'the end of the run', 60_000)
    expect(textOf(p.view(sessionId)).join('\n')).toContain('Your key is [secret]!')
    await say('And now?')
    await p.until(() => p.status(sessionId) === 'failed', 'the failure', 60_000)
    expect(JSON.stringify(p.heard)).not.toContain(KEY.slice(8, 24))
    expect(await everythingStored()).not.toContain(KEY.slice(8, 24))
  } finally {
    p.kill()
    await commands.stopProvider(baseUrl)
  }
})
