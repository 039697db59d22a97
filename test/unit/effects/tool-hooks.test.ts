import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { initiate } from '../../../src/agent/initiate.ts'
import type { Unstamped } from '../../../src/agent/input.ts'
import type { ToolCall } from '../../../src/agent/message.ts'
import { prepareCalls } from '../../../src/effects/prepare-calls.ts'
import { type BeforeToolCall, combineHooks, type ToolHooks, type ToolResult } from '../../../src/effects/tool-hooks.ts'
import { machineWith } from './machine-with.ts'
import { endingOf, start, toolThat, words } from './toolkit-harness.ts'

const work = { toolCallId: '5.0.0', attempt: 0 }
const error = (text: string): object => ({ type: 'toolkit-error', ...work, error: text, retryAt: null })
const ok = toolThat(() => ({ content: [words('fine')] }))
const respond = { type: 'toolkit-respond', ...work, content: [words('fine')], known: [], terminate: false }
const failing = toolThat(() => {
  throw new Error('broken')
})
const never = (): Promise<never> => new Promise(() => {})
const AFTER = 'The tool has ended, but its result could not be looked through'
const hooked = (tool: typeof ok, afterToolCall: unknown, call: Partial<ToolCall> = {}): Promise<Unstamped> =>
  endingOf(tool, { call, ports: { hooks: { afterToolCall } as ToolHooks } })

afterEach(() => void vi.useRealTimers())

describe('the hook after a call', () => {
  it('may rewrite content, details and terminate, and leaves the rest', async () => {
    const details = { shape: 'text', text: 'for the person' }
    expect(await hooked(ok, () => ({ content: [words('other')], details, terminate: true }))).toEqual({
      ...respond,
      content: [words('other')],
      details,
      terminate: true,
    })
    expect(await hooked(ok, () => undefined)).toEqual(respond)
    expect(await hooked(ok, () => ({ content: undefined }))).toEqual(respond)
  })

  it('may turn a result into an error and an error into a result', async () => {
    expect(await hooked(ok, () => ({ isError: true }))).toEqual(error('fine'))
    const seen: unknown[] = []
    const mended = await hooked(failing, ({ result }: { result: unknown }) => {
      seen.push(result)
      return { isError: false }
    })
    expect(seen).toEqual([{ content: [words('broken')], terminate: false, isError: true }])
    expect(mended).toMatchObject({ type: 'toolkit-respond', content: [words('broken')] })
  })

  it('an error keeps its details, and ends the run when all of its batch say so', async () => {
    const details = { shape: 'text', text: 'what went wrong' }
    const tool = toolThat(() => ({ content: [words('no')], isError: true, details }))
    const ending = await hooked(tool, () => ({ terminate: true }))
    expect(ending).toEqual({ ...error('no'), details, terminate: true })
    const { machine, callsNow } = await machineWith([tool], [{ name: 'probe', args: {} }], {
      hooks: { afterToolCall: () => ({ terminate: true }) },
    })
    await vi.waitFor(() => expect(callsNow()[0]?.status).toBe('closed'), 15_000)
    expect(callsNow()[0]?.result).toMatchObject({ kind: 'error', content: [words('no')], details, terminate: true })
    expect(Object.keys(machine.getEffects()).filter((key) => key.startsWith('ask-brain'))).toEqual([])
    machine.stop()
  })

  it('that throws or returns nonsense makes an error, never a stop, and the model reads that the tool has ended', async () => {
    const throwing = (): never => {
      throw new Error('bad hook')
    }
    expect(await hooked(ok, throwing)).toEqual(error(`${AFTER}: bad hook`))
    expect(await hooked(ok, () => Promise.reject('bad hook'))).toEqual(error(`${AFTER}: bad hook`))
    expect(await hooked(ok, () => ({ content: 7 }))).toEqual(
      error(`${AFTER}: The hook after the tool call returned something that is not a result.`),
    )
  })

  it('that never ends is ended by the time limit of the tool; a once call is then for the person to settle', async () => {
    const quick = { ...ok, timeLimit: 20 }
    expect(await hooked(quick, never)).toEqual(error('The tool took longer than 0.02 seconds and was stopped.'))
    expect(await hooked(quick, never, { repeat: 'once' })).toEqual({ type: 'toolkit-interrupt', ...work })
  })

  it('does not see what waits or asks', async () => {
    const seen = vi.fn()
    await hooked(
      toolThat(() => ({ ask: { text: 'Which?', choices: [] } })),
      seen,
    )
    await hooked(
      toolThat(() => ({ waitUntil: 9, closeWith: [] })),
      seen,
    )
    expect(seen).not.toHaveBeenCalled()
  })

  it.each(['pure', 'once'] as const)('a crash between the tool and its hook: a %s call', async (repeat) => {
    const seen: unknown[] = []
    let ran = 0
    const tool = toolThat(() => {
      ran++
      return { content: [words(`run ${ran}`)] }
    })
    const hooks: ToolHooks = { afterToolCall: ({ result }) => void seen.push(result.content) }
    // the worker dies after the tool and before the hook
    let dead = (): void => {}
    const died = new Promise<void>((resolve) => {
      dead = resolve
    })
    const failpoint = async (name: string): Promise<void> => {
      if (name !== 'after-tool-run') return
      dead()
      await never()
    }
    const first = start(tool, { call: { repeat }, ports: { hooks, failpoint } })
    await died
    expect([ran, seen, first.endings()]).toEqual([1, [], []])
    first.cancel()
    const again = await endingOf(tool, { call: { repeat, started: true, starts: 1 }, ports: { hooks } })
    if (repeat === 'pure') {
      expect(again).toMatchObject({ type: 'toolkit-respond', content: [words('run 2')] })
      expect(seen).toEqual([[words('run 2')]])
    } else {
      expect(again).toEqual({ type: 'toolkit-interrupt', ...work })
      expect([ran, seen]).toEqual([1, []])
    }
  })
})

describe('the hook before a call', () => {
  const asking = (beforeToolCall: unknown): ToolHooks => ({ beforeToolCall }) as ToolHooks
  const prepared = async (hooks: ToolHooks) =>
    (await prepareCalls([{ providerId: 'c', name: 'probe', args: '{"n":3}' }], { tools: [ok], hooks }))[0]

  it('is asked when the call is announced and again right before it runs, with the arguments as they are then', async () => {
    const asked: unknown[] = []
    const hooks = asking(({ stage, tool, args }: BeforeToolCall) => void asked.push([stage, tool.name, args]))
    expect((await prepared(hooks))?.problem).toBeUndefined()
    // the person has edited them meanwhile
    expect(await endingOf(ok, { call: { args: '{"n":4}' }, ports: { hooks } })).toEqual(respond)
    expect(asked).toEqual([
      ['announced', 'probe', { n: 3 }],
      ['starting', 'probe', { n: 4 }],
    ])
  })

  it('blocks the run of arguments that it would have blocked, though a person has edited them in', async () => {
    let ran = false
    const tool = toolThat(() => {
      ran = true
      return { content: [] }
    })
    const hooks = asking(({ args }: BeforeToolCall) =>
      (args as { n: number }).n > 3 ? { block: true, reason: 'too many' } : undefined,
    )
    expect(await endingOf(tool, { call: { args: '{"n":4}' }, ports: { hooks } })).toEqual(
      error('This call was blocked: too many.'),
    )
    expect(ran).toBe(false)
  })

  it.each([
    () => Promise.reject(new Error('bad hook')),
    () => {
      throw 'bad hook'
    },
  ])('that throws makes an error of that call, never a stop', async (bad) => {
    expect((await prepared(asking(bad)))?.problem).toBe('This call could not be prepared: bad hook')
    expect(await endingOf(ok, { ports: { hooks: asking(bad) } })).toEqual(
      error('This call could not be prepared: bad hook'),
    )
  })

  it('that never ends holds up neither the answer nor the call, and hears that it was given up', async () => {
    vi.useFakeTimers()
    const signals: AbortSignal[] = []
    const hooks = asking(({ signal }: BeforeToolCall) => {
      signals.push(signal)
      return never()
    })
    const announced = prepared(hooks)
    const started = endingOf(ok, { ports: { hooks } })
    await vi.advanceTimersByTimeAsync(60_000)
    const late = 'This call could not be prepared: what had to look at it first took longer than 60 seconds.'
    expect((await announced)?.problem).toBe(late)
    expect(await started).toEqual(error(late))
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  })

  it('a call that is stopped while a hook looks at it never runs and says nothing', async () => {
    let looked = (): void => {}
    const looking = new Promise<void>((resolve) => {
      looked = resolve
    })
    let ran = false
    const tool = toolThat(() => {
      ran = true
      return { content: [] }
    })
    const look = (): Promise<never> => {
      looked()
      return never()
    }
    const harness = start(tool, { ports: { hooks: asking(look) } })
    await looking
    harness.cancel()
    await harness.done
    expect([harness.endings(), ran]).toEqual([[], false])
  })

  it('sees the transcript as the machine holds it', async () => {
    const seen: number[] = []
    const hooks = asking(({ messages }: BeforeToolCall) => void seen.push(messages.length))
    const state = initiate('s')
    await prepareCalls([{ providerId: 'c', name: 'probe', args: '{}' }], {
      tools: [ok],
      hooks,
      messages: state.messages,
    })
    await endingOf(ok, { ports: { hooks } })
    expect(seen).toEqual([0, 2])
  })
})

describe('many hooks', () => {
  const call = { stage: 'starting', tool: ok, args: {}, messages: [], signal: new AbortController().signal } as const
  const result: ToolResult = { content: [words('fine')], terminate: false, isError: false }

  it('the first that blocks decides, and the others are not asked', async () => {
    const third = vi.fn()
    const hooks = combineHooks([
      { beforeToolCall: () => undefined },
      { beforeToolCall: () => ({ block: true, reason: 'second' }) },
      { beforeToolCall: third },
    ])
    expect(await hooks.beforeToolCall?.(call)).toEqual({ block: true, reason: 'second' })
    expect(third).not.toHaveBeenCalled()
    expect(await combineHooks([{}]).beforeToolCall?.(call)).toBeUndefined()
  })

  it('each sees the result as the ones before it have left it', async () => {
    const hooks = combineHooks([
      { afterToolCall: () => ({ content: [words('first')], details: undefined }) },
      {},
      { afterToolCall: ({ result }) => ({ content: [...result.content, words('second')], isError: true }) },
    ])
    expect(await hooks.afterToolCall?.({ ...call, toolCallId: 'c', result })).toEqual({
      content: [words('first'), words('second')],
      isError: true,
    })
  })
})

/** Without hooks in the ports, as the worker calls it: those of the product, here of its test build, are asked. */
describe('the hooks of the product', () => {
  const prepared = async (text: string) =>
    (await prepareCalls([{ providerId: 'c', name: 'say', args: JSON.stringify({ text }) }], { tools: [say] }))[0]
  const say = {
    ...toolThat(() => ({ content: [words('said')] })),
    name: 'say',
    parameters: z.object({ text: z.string() }),
  }
  const said = (text: string): Promise<Unstamped> =>
    endingOf(say, { call: { name: 'say', args: JSON.stringify({ text }) } })

  it('are asked before a call is announced, before it runs and after it has', async () => {
    expect((await prepared('[hook: block]'))?.problem).toBe('This call was blocked: the test forbids it.')
    expect((await prepared('[hook: block the start]'))?.problem).toBeUndefined()
    expect(await said('[hook: block the start]')).toEqual(error('This call was blocked: too late.'))
    expect(await said('[hook: break]')).toEqual(error(`${AFTER}: the hook of the test broke`))
    expect(await said('[hook: rewrite]')).toMatchObject({
      content: [words('said'), words('The hook of the test was here.')],
    })
    expect((await prepared('hello'))?.problem).toBeUndefined()
    expect(await said('hello')).toMatchObject({ content: [words('said')] })
  })
})
