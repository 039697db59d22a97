import { describe, expect, it } from 'vitest'
import { type PrepareContext, prepareCalls, type ReceivedCall } from '../../../src/effects/prepare-calls.ts'
import { ALL_TOOLS } from '../../../src/tools/all-tools.ts'
import type { Tool } from '../../../src/tools/tool.ts'
import { toolThat } from './toolkit-harness.ts'

const received = (args: string, name = 'probe', providerId = 'call_0'): ReceivedCall => ({ providerId, name, args })
const probe = toolThat(() => ({ content: [] }))
const prepare = async (
  call: ReceivedCall,
  context: Partial<PrepareContext> = {},
): Promise<{ args?: string; problem?: string | undefined }> =>
  (await prepareCalls([call], { tools: [probe], ...context }))[0] ?? {}

describe('prepareCalls', () => {
  it('leaves a good call as the model wrote it, white space and provider data too', async () => {
    const call = { ...received('{ "n" : 1 }'), meta: { google: { signature: 'x' } } }
    expect(await prepareCalls([call], { tools: [probe] })).toEqual([call])
  })

  it('keeps the order and both of two calls with one provider id', async () => {
    const calls = [received('{}'), received('{"n":2}'), received('{}', 'nope')]
    const prepared = await prepareCalls(calls, { tools: [probe] })
    expect(prepared.map(({ args, problem }) => [args, problem !== undefined])).toEqual([
      ['{}', false],
      ['{"n":2}', false],
      ['{}', true],
    ])
    expect(await prepareCalls([], { tools: [] })).toEqual([])
  })

  it.each([
    [received('{}', 'nope'), 'There is no tool "nope". The tools are: probe.'],
    [received('{}', '__proto__'), 'There is no tool "__proto__".'],
    [received('{}', 'x'.repeat(10_000)), 'There is no tool "xxx'],
    [received('{"n":'), 'not valid JSON'],
    [received('"{}"'), 'Send the object itself'],
    [received('{"n":"one"}'), '/n: must be number, not string'],
  ])('%.60j enters closed, with words that help', async (call, words) => {
    const prepared = await prepare(call)
    expect(prepared.problem).toContain(words)
    expect(prepared.problem?.length).toBeLessThan(600)
    expect(prepared.args).toBe(call.args)
  })

  it('writes no arguments as an empty object, so that whoever sends them back sends JSON', async () => {
    expect(await prepare(received(''))).toEqual(received('{}'))
  })

  it('lets a tool mend its arguments before they are checked, and shows what will run', async () => {
    const mending: Tool = { ...probe, prepareArguments: ({ n, number }) => ({ n: Number(n ?? number) }) }
    expect(await prepare(received('{"number":"7"}'), { tools: [mending] })).toEqual(received('{"n":7}'))
  })

  it.each([
    () => {
      throw new Error('cannot mend')
    },
    () => {
      throw 'cannot mend'
    },
  ])('a tool that fails at that makes a problem of that call alone', async (prepareArguments) => {
    const broken: Tool = { ...probe, name: 'broken', prepareArguments }
    const prepared = await prepareCalls([received('{}', 'broken'), received('{}')], { tools: [broken, probe] })
    expect(prepared[0]?.problem).toContain('could not be prepared: cannot mend')
    expect(prepared[1]?.problem).toBeUndefined()
  })

  it('arguments that a tool mends into nonsense are refused', async () => {
    const nonsense: Tool = { ...probe, prepareArguments: () => undefined }
    expect((await prepare(received('{}'), { tools: [nonsense] })).problem).toBeDefined()
    const circular: Tool = { ...probe, prepareArguments: (args) => Object.assign(args, { n: args }) }
    expect((await prepare(received('{}'), { tools: [circular] })).problem).toContain('/n: must be number')
  })

  it('asks the hook about each good call in order, with parsed arguments, and lets it block', async () => {
    const asked: unknown[] = []
    const hooks = {
      beforeToolCall: async ({ tool, args }: { tool: Tool; args: unknown }) => {
        asked.push([tool.name, args])
        return asked.length === 2 ? { block: true as const, reason: 'not today' } : undefined
      },
    }
    const prepared = await prepareCalls([received('{}'), received('{"n":"x"}'), received('{"n":3}'), received('{}')], {
      tools: [probe],
      hooks,
    })
    expect(asked).toEqual([
      ['probe', { n: 1 }],
      ['probe', { n: 3 }],
      ['probe', { n: 1 }],
    ])
    expect(prepared.map(({ problem }) => problem)).toEqual([
      undefined,
      expect.stringContaining('/n'),
      'This call was blocked: not today.',
      undefined,
    ])
  })

  it.each([
    () => Promise.reject(new Error('bad hook')),
    () => {
      throw 'bad hook'
    },
  ])('a hook that throws closes the call', async (beforeToolCall) => {
    expect((await prepare(received('{}'), { hooks: { beforeToolCall } })).problem).toContain('bad hook')
  })

  it('prepares the calls of the real tools', async () => {
    const calls = [
      received('', 'list_files'),
      received('{"path":"a","content":"x"}', 'write_file'),
      received('{"path":"a"}', 'write_file'),
    ]
    const prepared = await prepareCalls(calls, { tools: ALL_TOOLS })
    expect(prepared.map(({ problem }) => problem)).toEqual([
      undefined,
      undefined,
      'The arguments of write_file do not fit: /content: is required. The fields of write_file are: path (required), content (required).',
    ])
  })
})
