import { expect, it, vi } from 'vitest'
import type { Command } from '../../../src/protocol/command.ts'
import type { ToWorker } from '../../../src/protocol/to-worker.ts'
import { speak } from '../../../src/ui/base/words/language.ts'
import { zh } from '../../../src/ui/base/words/zh.ts'
import { type Heard, makeConnection } from '../../../src/ui/base/worker-link/connection.ts'
import { makeOutbox } from '../../../src/ui/base/worker-link/outbox.ts'

/** localStorage as it was left by the page before. */
function storageOf(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  }
}
const abort: Command = { kind: 'input', sessionId: 's', input: { type: 'user-abort' } }

function connected(storage = storageOf()) {
  const posted: ToWorker[] = []
  const heard: Heard[] = []
  const outbox = makeOutbox(storage, () => {})
  let hear = (_message: unknown): void => {}
  const connection = makeConnection({
    openPort: () => ({
      send: (message) => void posted.push(structuredClone(message) as ToWorker),
      listen: (listener) => {
        hear = listener
      },
      close: () => {},
    }),
    outbox,
    hello: () => ({ safe: false, leftEpoch: null, online: true }),
    onMessage: (message) => void heard.push(message),
    onBadMessage: () => {},
  })
  return { posted, heard, outbox, connection, say: (message: unknown) => hear(message) }
}

it('after a reload, what was not acknowledged reaches the worker before anything new', () => {
  const { posted, outbox, connection } = connected()
  outbox.put({ id: 'first', order: 1, command: abort })
  outbox.put({ id: 'second', order: 2, command: abort })
  connection.start()
  connection.command(abort, 'third')
  expect(posted.flatMap((message) => (message.type === 'command' ? [message.id] : []))).toEqual([
    'first',
    'second',
    'third',
  ])
  expect(posted[0]?.type).toBe('hello')
})

it('what no thread can take is neither sent nor kept, and whoever gave it is told', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { posted, outbox, connection } = connected()
  connection.start()
  const before = posted.length
  const wrong = { ...abort, more: () => {} } as Command
  expect(connection.command(wrong)).toBe(null)
  expect(outbox.entries()).toEqual([])
  const asked = connection.request({ kind: 'rows', sessionId: 's', from: 0, to: (() => 1) as unknown as number })
  await expect(asked).rejects.toThrow('Couldn’t send this')
  expect(posted.length).toBe(before)
  expect(told).toHaveBeenCalledTimes(2)
  told.mockRestore()
})

it('a command is kept as it was given, whatever becomes of the object it was made from', () => {
  const { outbox, connection } = connected({
    ...storageOf(),
    setItem: () => {
      throw new Error('full')
    },
  })
  const given = structuredClone(abort)
  expect(connection.command(given, 'a')).toEqual({ id: 'a', kept: false })
  given.sessionId = 'another'
  expect(outbox.entries().map(({ command }) => command)).toEqual([abort])
})

it('a request that is refused rejects with the words for its fact, with its values, in the language of the page', async () => {
  const { posted, connection, say } = connected()
  connection.start()
  const refuse = async (code: string, values: Record<string, string> = {}): Promise<string> => {
    const asked = connection.request({ kind: 'get-memory' })
    const last = posted.at(-1)
    if (last?.type !== 'request') throw new Error('Nothing was asked')
    say({ type: 'no-reply', id: last.id, refusal: { code, values } })
    return asked.then(String, (error: Error) => error.message)
  }
  expect(await refuse('memory-changed')).toBe('Memory has changed meanwhile. Review it, then save again.')
  expect(await refuse('sign-in-without-code', { host: 'a.example' })).toContain('a.example sent no code')
  expect(await refuse('in-words', { text: 'The zip is cut off.' })).toBe('The zip is cut off.')
  // the language is put on the document, which is not there
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  await speak('zh')
  expect(await refuse('wrong-passphrase')).toBe(zh['Wrong passphrase.'])
  await speak('en')
  vi.unstubAllGlobals()
})

it('a refused command is told in words, and stays in the outbox until then; a code of a newer version has words, too', async () => {
  const { connection, outbox, say, heard } = connected()
  connection.start()
  connection.command(abort, 'a')
  say({ type: 'refused', id: 'a', refusal: { code: 'too-many-loaded', values: { n: 7 } } })
  expect(outbox.has('a')).toBe(true)
  await expect
    .poll(() => heard)
    .toEqual([{ type: 'refused', id: 'a', words: '7 tool calls are already loaded. Compact now unloads them.' }])
  expect(outbox.has('a')).toBe(false)
  say({ type: 'refused', id: null, refusal: { code: 'of-tomorrow', values: {} } })
  await expect.poll(() => heard.at(-1)).toMatchObject({ words: 'This was refused. Update Reflexor to read why.' })
})
