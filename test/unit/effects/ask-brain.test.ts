import { describe, expect, it } from 'vitest'
import { initiate } from '../../../src/agent/initiate.ts'
import type { Spending, Unstamped } from '../../../src/agent/input.ts'
import type { State } from '../../../src/agent/state.ts'
import { transition } from '../../../src/agent/transition.ts'
import type { AskBrainPorts } from '../../../src/effects/ask-brain-ports.ts'
import { lookUp } from '../../../src/effects/context/look-up.ts'
import type { Llm, LlmPart } from '../../../src/llm/port.ts'
import { Session } from '../agent/session.ts'
import { done, emptyHistory, llmOf, say, setUp, types, USAGE } from './ask-brain-harness.ts'

const asked = () => new Session().send('u0')

describe('asking the brain', () => {
  it('commits its start before the request leaves and ends with one complete', async () => {
    const { llm, asked } = llmOf([...say('hello'), done()])
    const askedAtStart: number[] = []
    const { inputs, run } = setUp(llm, {}, (input) => {
      if (input.type === 'brain-send-message-start') askedAtStart.push(asked())
      return true
    })
    await run
    expect(askedAtStart).toEqual([0])
    expect(types(inputs)).toEqual(['brain-send-message-start', 'brain-send-message-complete'])
    expect(inputs[1]).toMatchObject({
      cut: 7,
      attempt: 2,
      content: [{ type: 'text', text: 'hello' }],
      usage: USAGE,
      cost: 0.5,
    })
  })

  it('a memory that was sent was forgotten with the setting: the start says that the request holds private material', async () => {
    const { llm } = llmOf([...say('hello'), done()])
    const { inputs, run } = setUp(llm, { tellsPrivate: async () => true })
    await run
    expect(inputs[0]).toMatchObject({ type: 'brain-send-message-start', private: true })
    const state = transition({ ...(inputs[0] as Unstamped), ...asked().work, seq: 9, timestamp: 2 })(asked().state)
    expect(state.head.private).toBe(true)
  })

  it('a run that went on with another model asks that one', async () => {
    const { llm } = llmOf([...say('hello'), done()])
    const state = initiate('s')
    const fallback = { models: [{ providerId: 'q', model: 'second' }], after: 2 }
    const onward: State = {
      ...state,
      head: { ...state.head, run: { ...state.head.run, onward: 1 } },
      config: { ...state.config, model: { providerId: 'p', model: 'first', thinking: 'high' }, fallback },
    }
    const connected: unknown[] = []
    const connect: AskBrainPorts['connect'] = async (model) => {
      connected.push(model)
      return { failure: { kind: 'config', message: 'seen' } }
    }
    await setUp(llm, { connect }, undefined, {}, onward).run
    const { inputs, run } = setUp(llm, {}, undefined, {}, onward)
    await run
    expect(connected).toEqual([{ providerId: 'q', model: 'second', thinking: 'high' }])
    expect(inputs[0]).toMatchObject({ model: { providerId: 'q', model: 'second' } })
  })

  it('asks nothing when it was cancelled while its start was committed', async () => {
    const { llm, asked } = llmOf([...say('hello'), done()])
    const { inputs, run } = setUp(llm, {}, () => false)
    await run
    expect(asked()).toBe(0)
    expect(types(inputs)).toEqual(['brain-send-message-start'])
  })

  it('announces calls before the complete, in the same breath', async () => {
    const call: LlmPart[] = [
      { type: 'tool-call-start', index: 0, id: 'c', name: 'read' },
      { type: 'tool-call-end', index: 0, id: 'c', name: 'read', arguments: '{}' },
    ]
    const { inputs, run } = setUp(llmOf([...call, done('tool-use')]).llm)
    await run
    expect(types(inputs)).toEqual(['brain-send-message-start', 'brain-call-tools', 'brain-send-message-complete'])
    expect(inputs[1]).toMatchObject({ toolCalls: [{ providerId: 'c', name: 'read', args: '{}' }] })
  })

  it('think, call, text, image keep their order, and a look into the past takes no place', async () => {
    const thought: LlmPart[] = [
      { type: 'thinking-start', index: 0 },
      { type: 'thinking-delta', index: 0, text: 'hm' },
      { type: 'thinking-end', index: 0 },
    ]
    const call = (index: number, name: string): LlmPart[] => [
      { type: 'tool-call-start', index, id: `c${index}`, name },
      { type: 'tool-call-end', index, id: `c${index}`, name, arguments: '{}' },
    ]
    const text: LlmPart[] = [
      { type: 'text-start', index: 3 },
      { type: 'text-delta', index: 3, text: 'after the call' },
      { type: 'text-end', index: 3 },
    ]
    const image: LlmPart = { type: 'image', index: 4, mediaType: 'image/png', data: btoa('bytes') }
    const kept: string[] = []
    const parts = [...thought, ...call(1, 'read'), ...text, image, ...call(5, 'write'), done('tool-use')]
    const { inputs, run } = setUp(llmOf(parts).llm, {
      keepImage: async (bytes) => {
        kept.push(new TextDecoder().decode(bytes))
        return 'f'.repeat(64)
      },
    })
    await run
    expect(kept).toEqual(['bytes'])
    expect(inputs[1]).toMatchObject({ toolCalls: [{ name: 'read' }, { name: 'write' }] })
    expect(inputs[2]).toMatchObject({
      content: [
        { type: 'thinking', text: 'hm' },
        { type: 'tool-call', call: 0 },
        { type: 'text', text: 'after the call' },
        { type: 'image', mediaType: 'image/png', blob: 'f'.repeat(64) },
        { type: 'tool-call', call: 1 },
      ],
    })
  })

  it('an answer that is nothing but an image is an answer', async () => {
    const image: LlmPart = { type: 'image', index: 0, mediaType: 'image/png', data: btoa('x') }
    const { inputs, run } = setUp(llmOf([image, done()]).llm)
    await run
    expect(types(inputs)).toEqual(['brain-send-message-start', 'brain-send-message-complete'])
  })

  it('an error says whether and when to try again, without the secret', async () => {
    const error = { kind: 'rate-limit', message: 'slow down, sk-1', retryable: true, retryAfter: 9000 } as const
    const { inputs, run } = setUp(llmOf([...say('part'), { type: 'error', error }]).llm)
    await run
    expect(inputs[1]).toEqual({
      type: 'brain-fail',
      cut: 7,
      attempt: 2,
      failure: { kind: 'rate-limit', message: 'slow down, [secret]' },
      partial: [{ type: 'text', text: 'part' }],
      retryAt: 10_000,
    })
  })

  it.each([
    ['an empty answer', [done()], 'empty'],
    ['a stream that just ends', say('half'), 'broken-stream'],
  ] as [string, LlmPart[], string][])(
    '%s is a failure to be tried again, never a finished answer',
    async (_, parts, kind) => {
      const { inputs, run } = setUp(llmOf(parts).llm)
      await run
      expect(inputs[1]).toMatchObject({ type: 'brain-fail', failure: { kind }, retryAt: 3000 })
    },
  )

  it('keeps which model answered, where that is another than was asked, and what its provider calls the answer', async () => {
    const usageOf = async (model: string, responseId: string) => {
      const { inputs, run } = setUp(llmOf([{ type: 'start', model, responseId }, ...say('Hi'), done()]).llm)
      await run
      const ended = inputs.find(({ type }) => type === 'brain-send-message-complete')
      return (ended as { usage: unknown } | undefined)?.usage
    }
    expect(await usageOf('maker/other-model', 'gen-1')).toEqual({
      ...USAGE,
      answeredBy: 'maker/other-model',
      responseId: 'gen-1',
    })
    expect(await usageOf(initiate('s').config.model.model, '')).toEqual(USAGE)
    expect(await usageOf('x'.repeat(201), 'y'.repeat(201))).toEqual(USAGE)
  })

  it('thoughts that came to their end are an answer, and are not paid for again', async () => {
    const thoughts: LlmPart[] = [
      { type: 'thinking-start', index: 0 },
      { type: 'thinking-delta', index: 0, text: 'It is 42.' },
      { type: 'thinking-end', index: 0 },
    ]
    const { inputs, run } = setUp(llmOf([...thoughts, done()]).llm)
    await run
    expect(inputs[1]).toMatchObject({
      type: 'brain-send-message-complete',
      content: [{ type: 'thinking', text: 'It is 42.' }],
    })
  })

  it.each([
    [{ ...USAGE, output: 3, reasoning: 0 }, 3000],
    [{ ...USAGE, output: 300, reasoning: 0 }, null],
    [{ ...USAGE, output: 12, reasoning: 12 }, null],
  ])('an answer that came to its end with nothing to show, and took %j, is asked again at %s', async (usage, at) => {
    const { inputs, run } = setUp(llmOf([{ type: 'done', stopReason: 'stop', usage }]).llm)
    await run
    expect(inputs[1]).toMatchObject({ type: 'brain-fail', failure: { kind: 'empty' }, retryAt: at })
  })

  it('an answer that breaks again and again is paid for twice, then the person decides', async () => {
    const paidBroken = new Set<number>()
    const error = { kind: 'server', message: 'It broke.', retryable: true } as const
    const halfACall: LlmPart[] = [
      { type: 'tool-call-start', index: 0, id: 'c', name: 'read' },
      { type: 'tool-call-delta', index: 0, text: '{"pa' },
    ]
    const retries: unknown[] = []
    for (const parts of [say('half'), [], [], halfACall]) {
      const { inputs, run } = setUp(llmOf([...parts, { type: 'error', error }]).llm, { paidBroken })
      await run
      expect(inputs[1]).toMatchObject({ type: 'brain-fail', failure: { kind: 'server' } })
      retries.push((inputs[1] as { retryAt: unknown }).retryAt)
    }
    // nothing came of the second and the third: those cost nothing, and are asked for as ever
    expect(retries).toEqual([3000, 3000, 3000, null])
  })

  // this attempt is the third: two were asked again already
  it.each([
    [0, null],
    [2, null],
    [3, 3000],
    [undefined, 3000],
  ])('where the person allows %s retries, the third failure is asked again at %s', async (retries, retryAt) => {
    const { inputs, run } = setUp(llmOf([done()]).llm, {}, () => true, { retries })
    await run
    expect(inputs[1]).toMatchObject({ type: 'brain-fail', retryAt })
  })

  it.each([
    [1, null],
    [3, 3000],
  ])('a failure that may be asked again %s times is, the third time, asked again at %s', async (retries, retryAt) => {
    const error = { kind: 'broken-stream', message: 'A web page.', retryable: true, retries } as const
    const { inputs, run } = setUp(llmOf([{ type: 'error', error }]).llm)
    await run
    expect(inputs[1]).toMatchObject({ type: 'brain-fail', retryAt })
  })

  const brokenAt = async (
    limits: Partial<State['config']['limits']>,
    { run, spent }: { run: number; spent: number },
  ): Promise<unknown> => {
    const { head, config, ...state } = initiate('s')
    const now: State = {
      ...state,
      config: { ...config, limits: { ...config.limits, ...limits } },
      head: { ...head, run: { tokens: 0, cost: run }, spent: { day: 0, cost: spent } },
    }
    const error = { kind: 'server', message: 'It broke.', retryable: true } as const
    const { inputs, run: end } = setUp(llmOf([...say('half'), { type: 'error', error, usage: USAGE }]).llm, {
      lookUp: { source: emptyHistory, current: () => now, code: async () => lookUp },
    })
    await end
    return inputs[1]
  }
  // this attempt takes three tokens and half a dollar
  it.each([
    ['run reached its cost limit', { maxCostPerRun: 0.9 }, { run: 0.4, spent: 0.4 }],
    ['run reached its token limit', { maxTokensPerRun: 3 }, { run: 0, spent: 0 }],
    ['session reached its daily cost limit', { maxCostPerDay: 5 }, { run: 0.1, spent: 4.6 }],
  ])(
    'an answer that breaks when this %s was asked again by itself, four times: the person decides',
    async (limit, limits, spent) => {
      expect(await brokenAt(limits, spent)).toMatchObject({
        type: 'brain-fail',
        failure: {
          kind: 'interrupted',
          message: `This ${limit}, so the answer was not retried. It broke.`,
        },
        partial: [{ type: 'text', text: 'half' }],
        retryAt: null,
        usage: USAGE,
        cost: 0.5,
      })
    },
  )
  it('is asked again below its limits, and past the money of a day that was spent before the person asked to go on', async () => {
    const below = await brokenAt({ maxCostPerRun: 1, maxTokensPerRun: 4, maxCostPerDay: 6 }, { run: 0.4, spent: 5 })
    const wanted = await brokenAt({ maxCostPerDay: 4.7 }, { run: 0.1, spent: 4.8 })
    for (const input of [below, wanted])
      expect(input).toMatchObject({ type: 'brain-fail', failure: { kind: 'server' }, retryAt: 3000 })
  })

  it.each(['refusal', 'length'] as const)('nothing said because of %s ends the answer and is shown', async (reason) => {
    const { inputs, run } = setUp(llmOf([done(reason)]).llm)
    await run
    expect(inputs[1]).toMatchObject({ type: 'brain-send-message-complete', stopReason: reason, content: [] })
  })

  it('a session whose provider is gone fails with words and is not tried again by itself', async () => {
    const { inputs, run } = setUp(llmOf().llm, {
      connect: async () => ({ failure: { kind: 'config', message: 'Gone.' } }),
    })
    await run
    expect(inputs).toMatchObject([{ type: 'brain-fail', failure: { kind: 'config' }, retryAt: null }])
  })

  it('without a network it waits and asks again instead of using up an attempt', async () => {
    const network: LlmPart = { type: 'error', error: { kind: 'network', message: 'x', retryable: true } }
    let online = true
    let waits = 0
    const { llm } = llmOf([...say('a'), network], [...say('b'), done()])
    const { inputs, run } = setUp(
      async function* (request) {
        if (waits === 1) online = false
        yield* llm(request)
      },
      {
        isOnline: () => online,
        untilOnline: async () => {
          waits++
          online = true
        },
      },
    )
    await run
    expect(types(inputs)).toEqual([
      'brain-send-message-start',
      'brain-send-message-start',
      'brain-send-message-complete',
    ])
    expect(inputs[1]).toMatchObject({ clean: true })
  })

  it('cancelled in mid-stream it stops the request and says nothing', async () => {
    const seen: AbortSignal[] = []
    const { inputs, run, cancel } = setUp(async function* ({ signal }) {
      seen.push(signal)
      yield { type: 'text-start', index: 0 }
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      yield { type: 'error', error: { kind: 'aborted', message: 'x', retryable: false } }
    })
    while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve))
    cancel()
    await run
    expect(seen[0]?.aborted).toBe(true)
    expect(types(inputs)).toEqual(['brain-send-message-start'])
  })

  it('stops when nothing can be saved and queues what it has received', async () => {
    const saving = new AbortController()
    const { inputs, run } = setUp(
      async function* ({ signal }) {
        yield* say('so far')
        saving.abort()
        yield { type: 'error', error: { kind: 'aborted', message: String(signal.aborted), retryable: false } }
      },
      { savingFailed: () => saving.signal },
    )
    await run
    expect(inputs[1]).toMatchObject({ type: 'brain-fail', partial: [{ type: 'text', text: 'so far' }], retryAt: 1000 })
  })

  const GUESSED: Spending = { usage: { ...USAGE, input: 9 }, cost: 0.3 }
  const spending = (llm: Llm, ports: Partial<AskBrainPorts>) =>
    setUp(llm, ports, () => true, {}, initiate('s'), 2, GUESSED)
  it('an answer that nobody heard to its end because nothing could be saved was free: it is counted', async () => {
    const saving = new AbortController()
    const { inputs, run } = spending(
      async function* () {
        yield* say('so far')
        saving.abort()
        yield { type: 'error', error: { kind: 'aborted', message: 'Stopped.', retryable: false } }
      },
      { savingFailed: () => saving.signal },
    )
    await run
    expect(inputs[1]).toMatchObject({ type: 'brain-fail', retryAt: 1000, ...GUESSED })
  })
  it('an answer whose tokens nobody reports was free, and its tools took no room: they are estimated', async () => {
    const silent = { type: 'done', stopReason: 'stop', usage: { ...USAGE, input: 0, output: 0 } } as const
    const { inputs, run } = spending(llmOf([...say('so far'), silent]).llm, {})
    await run
    expect(inputs[1]).toMatchObject({
      ...{ type: 'brain-send-message-complete', cost: 0.3, usage: { ...GUESSED.usage, guessed: true } },
    })
    const { sent } = inputs[1] as { sent: { size: number; reported: number } }
    expect(sent.size).toBeGreaterThan(0)
    expect(sent.reported).toBe(sent.size)
  })
  const picture: LlmPart = { type: 'image', index: 1, mediaType: 'image/png', data: btoa('bytes') }
  const call: LlmPart[] = [
    { type: 'tool-call-start', index: 1, id: 'c', name: 'read' },
    { type: 'tool-call-end', index: 1, id: 'c', name: 'read', arguments: '{}' },
  ]
  it.each([
    ['picture', [picture, { ...done(), cost: 0.07 } as LlmPart]],
    ['call', [...call, { ...done('tool-use'), cost: 0.07 } as LlmPart]],
  ])('a whole answer whose %s a full disk could not take was free: it is counted, with its words', async (_, last) => {
    const full = async (): Promise<never> => {
      throw new Error('The disk is full.')
    }
    const { inputs, run } = spending(llmOf([...say('hello'), ...last]).llm, { keepImage: full, prepare: full })
    await run
    expect(inputs[1]).toMatchObject({
      type: 'brain-fail',
      failure: { kind: 'lost', message: 'The disk is full.' },
      partial: [{ type: 'text', text: 'hello' }],
      usage: USAGE,
      cost: 0.07,
    })
  })
  it('a round of looking up that fails after it was counted is not counted again', async () => {
    const look: LlmPart[] = [0, 1].flatMap((index): LlmPart[] => [
      { type: 'tool-call-start', index, id: `c${index}`, name: 'search_history' },
      { type: 'tool-call-end', index, id: `c${index}`, name: 'search_history', arguments: '{"query":"x"}' },
    ])
    let asked = 0
    const { inputs, run } = spending(llmOf([...look, done('tool-use')]).llm, {
      lookUp: {
        source: emptyHistory,
        current: () => initiate('s'),
        code: async () => {
          if (asked++ > 0) throw new Error('No code.')
          return lookUp
        },
      },
    })
    await run
    expect(inputs[1]).toMatchObject({ type: 'brain-search-history', usage: USAGE })
    expect(inputs[2]).toMatchObject({ type: 'brain-fail', failure: { message: 'No code.' } })
    expect(inputs[2]).not.toHaveProperty('usage')
  })

  it('an exception inside ends with a failure, not with silence', async () => {
    const { inputs, run } = setUp(llmOf().llm, {
      request: async () => {
        throw new Error('message 3 of this session is damaged')
      },
    })
    await run
    expect(inputs[1]).toMatchObject({
      type: 'brain-fail',
      failure: { kind: 'lost', message: 'message 3 of this session is damaged' },
      retryAt: null,
    })
  })
})
