import { afterAll, expect, it } from 'vitest'
import { connectMcp, type McpConnection } from '../../../src/mcp/connect.ts'
import { OutcomeUnknown } from '../../../src/tools/outcome-unknown.ts'
import { makeAskingCalls } from '../../../src/worker/mcp/asking-calls.ts'
import { startEverything } from '../../support/mcp-everything.ts'

/** Questions of the official test server, in the middle of its calls. */

const server = await startEverything()
afterAll(() => server.stop())
const NAMED = { id: 's', name: 'everything' }
const never = new AbortController().signal

async function setUp() {
  const asking = makeAskingCalls()
  const open = (): Promise<McpConnection> =>
    connectMcp(
      {
        ...{
          url: server.url,
          fetch: globalThis.fetch,
          sessionId: null,
          protocolVersion: null,
          onToolsChanged: () => {},
        },
        onAsk: (asked, signal) => asking.ask(NAMED, asked, signal),
        onSample: (wish, signal) => asking.sample(NAMED, wish, signal),
      },
      never,
    )
  const connection = await open()
  let calls = 0
  const start = (name: string, args: Record<string, unknown>) => (signal: AbortSignal) => {
    calls++
    return connection.callTool(name, args, { signal, timeLimit: 60_000 })
  }
  return { asking, start, close: () => connection.close(), calls: () => calls }
}
const context = { key: 'k1', signal: never, isOpen: () => true }
const of = { server: NAMED, once: true }
const textOf = (outcome: object): string => JSON.stringify(outcome)
const NAME = 'trigger-elicitation-request'

it('a form is shown, its answer reaches the server that still waits, and nothing is called twice', async () => {
  const { asking, start, close, calls } = await setUp()
  const first = await asking.carryOut(of, context, start(NAME, {}))
  if (!('form' in first)) throw new Error(textOf(first))
  expect(first.form).toMatchObject({ from: 'everything', about: 'form', text: expect.stringContaining('inputs') })
  expect(first.form.fields.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['text', 'switch', 'number', 'integer', 'choice', 'choices']),
  )
  const answered = { id: first.form.id, attempt: 1, action: 'accept' as const, values: { name: 'Ada Lovelace' } }
  const second = await asking.carryOut(of, { ...context, attempt: 1, answered }, start(NAME, {}))
  expect(textOf(second)).toContain('Ada Lovelace')
  expect(calls()).toBe(1)
  await close()
})

it('a declined form is an error, or the call hangs', async () => {
  const { asking, start, close } = await setUp()
  const first = await asking.carryOut(of, context, start(NAME, {}))
  if (!('form' in first)) throw new Error(textOf(first))
  const answered = { id: first.form.id, attempt: 1, action: 'decline' as const, values: {} }
  expect(textOf(await asking.carryOut(of, { ...context, attempt: 1, answered }, start(NAME, {})))).toMatch(/declined/i)
  await close()
})

it('an answer after a kill repeats what must not be repeated; said again, it asks the same question again', async () => {
  const before = await setUp()
  const first = await before.asking.carryOut(of, context, before.start(NAME, {}))
  if (!('form' in first)) throw new Error(textOf(first))
  await before.close()
  const after = await setUp()
  const answered = { id: first.form.id, attempt: 1, action: 'accept' as const, values: { name: 'Ada' } }
  const next = { ...context, attempt: 1, answered }
  await expect(after.asking.carryOut(of, next, after.start(NAME, {}))).rejects.toThrow(OutcomeUnknown)
  expect(after.calls()).toBe(0)
  const again = await after.asking.carryOut(of, { ...next, attempt: 2 }, after.start(NAME, {}))
  expect(textOf(again)).toContain('Ada')
  // what may be repeated is
  const reading = await after.asking.carryOut({ ...of, once: false }, { ...next, key: 'k2' }, after.start(NAME, {}))
  expect(textOf(reading)).toContain('Ada')
  await after.close()
})

it('an address is opened before the person has pressed, or the server that wants it first is called again at once', async () => {
  const { asking, start, close, calls } = await setUp()
  const args = { url: 'https://login.pay.example/start', message: 'Sign in', errorPath: true }
  const first = await asking.carryOut(of, context, start('trigger-url-elicitation', args))
  // the page that this server wants first
  const wanted = 'https://modelcontextprotocol.io/'
  expect(first).toMatchObject({ form: { about: 'address', from: 'everything', address: wanted } })
  if (!('form' in first)) throw new Error(textOf(first))
  const answered = { id: first.form.id, attempt: 1, action: 'accept' as const, values: {} }
  const second = await asking.carryOut(of, { ...context, attempt: 1, answered }, start('trigger-url-elicitation', args))
  expect(second).toMatchObject({ form: { about: 'address', address: args.url } })
  expect(calls()).toBe(2)
  await close()
})

const REQUEST = {
  model: { providerId: 'p', model: 'm' },
  usage: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
  cost: 0.25,
}
const model = (granted: string[] = []) => {
  const asked: unknown[] = []
  const sampling = {
    isGranted: (grant: string) => granted.includes(grant),
    most: async () => ({ name: 'small-model', cost: 0.5 }),
    ask: async (wish: unknown) => {
      asked.push(wish)
      return { text: 'Forty-two', model: 'small-model', isCut: false, request: REQUEST }
    },
  }
  return { asked, sampling }
}
const SAMPLE = 'trigger-sampling-request'

it('a server asks the model before the person allows it, or its cost is not counted', async () => {
  const { asking, start, close } = await setUp()
  const { asked, sampling } = model()
  const args = { prompt: 'What is six times seven?', maxTokens: 50 }
  const first = await asking.carryOut(of, { ...context, sampling }, start(SAMPLE, args))
  if (!('form' in first)) throw new Error(textOf(first))
  expect(first.form).toMatchObject({ about: 'sampling', grant: 'sampling:s' })
  expect(first.form.model).toEqual({ name: 'small-model', cost: 0.5 })
  expect(first.form.text).toContain('six times seven')
  expect(asked).toEqual([])
  const answered = { id: first.form.id, attempt: 1, action: 'accept' as const, values: { scope: 'once' } }
  const second = await asking.carryOut(of, { ...context, sampling, attempt: 1, answered }, start(SAMPLE, args))
  expect(textOf(second)).toContain('Forty-two')
  expect(second).toMatchObject({ requests: [REQUEST] })
  expect(asked).toMatchObject([{ maxTokens: 50 }])
  await close()
})

it('a refusal asks the model all the same; a permission for the session asks the person again', async () => {
  const { asking, start, close } = await setUp()
  const { asked, sampling } = model()
  const args = { prompt: 'Hello', maxTokens: 5 }
  const first = await asking.carryOut(of, { ...context, sampling }, start(SAMPLE, args))
  if (!('form' in first)) throw new Error(textOf(first))
  const answered = { id: first.form.id, attempt: 1, action: 'decline' as const, values: {} }
  const second = await asking
    .carryOut(of, { ...context, sampling, attempt: 1, answered }, start(SAMPLE, args))
    .catch(String)
  expect(textOf({ second })).toMatch(/rejected/i)
  expect(asked).toEqual([])
  const granted = model(['sampling:s'])
  const third = await asking.carryOut(of, { ...context, key: 'k3', sampling: granted.sampling }, start(SAMPLE, args))
  expect(textOf(third)).toContain('Forty-two')
  await close()
})

it('Stop leaves the server waiting: a question of a call that has ended is cancelled', async () => {
  const { asking, start, close } = await setUp()
  const controller = new AbortController()
  let isOpen = true
  const first = await asking.carryOut(
    of,
    { ...context, signal: controller.signal, isOpen: () => isOpen },
    start(NAME, {}),
  )
  expect('form' in first).toBe(true)
  // the attempt ends with the question, and its signal with it: the request stays
  controller.abort()
  isOpen = false
  if (!('form' in first)) throw new Error(textOf(first))
  const answered = { id: 'another', attempt: 1, action: 'accept' as const, values: {} }
  await expect
    .poll(
      () =>
        asking
          .carryOut(of, { ...context, isOpen: () => isOpen, attempt: 1, answered }, start(NAME, {}))
          .catch((error) => error),
      {
        timeout: 30_000,
      },
    )
    .toBeInstanceOf(OutcomeUnknown)
  await close()
})

it('a server asks without end, or when nothing of it runs', async () => {
  const asking = makeAskingCalls()
  const asked = { about: 'form' as const, text: 'x', asksForSecret: false, fields: [] }
  expect(await asking.ask(NAMED, asked, never)).toEqual({ action: 'cancel' })
  let finish: (result: { content: []; isError: boolean }) => void = () => {}
  const running = asking.carryOut(
    of,
    context,
    () =>
      new Promise((resolve) => {
        finish = resolve
      }),
  )
  const replies = Array.from({ length: 20 }, (_, n) => asking.ask(NAMED, { ...asked, text: `${n}` }, never))
  await running
  const late = await Promise.all(replies.slice(8))
  expect(new Set(late.map(({ action }) => action))).toEqual(new Set(['cancel']))
  finish({ content: [], isError: false })
})
