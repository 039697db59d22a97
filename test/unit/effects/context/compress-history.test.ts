import { describe, expect, it } from 'vitest'
import type { Config } from '../../../../src/agent/config.ts'
import type { Unstamped } from '../../../../src/agent/input.ts'
import type { ModelConnection } from '../../../../src/effects/ask-brain-ports.ts'
import { type CompressPorts, compressHistory } from '../../../../src/effects/context/compress-history.ts'
import type { Llm, LlmErrorKind, LlmPart } from '../../../../src/llm/port.ts'
import { Session } from '../../agent/session.ts'
import { done, emptyHistory, llmOf, say, USAGE } from '../ask-brain-harness.ts'

/** One compression of a conversation that is over its threshold, against a model that answers what a test wants. */

const session = (): Session => {
  const s = new Session({ compressAbove: 2000 }).send('u0')
  for (let n = 0; s.status !== 'compressing'; n++) s.answer(`${n} `.repeat(600)).send(`u${n + 1}`)
  return s
}

const compress = (
  llm: Llm,
  rows?: () => never,
  cancelRun: ModelConnection['cancelRun'] = null,
  model: Config['model'] | null = null,
  ports: Partial<CompressPorts> = {},
  { state } = session(),
) => {
  const inputs: Unstamped[] = []
  const shown: string[] = []
  const effect = compressHistory(state.head.unseen?.cut ?? 0, state, {
    source: { ...emptyHistory, messagesAfter: async () => rows?.() ?? [...state.messages] },
    files: async () => ['a.txt'],
    model: async () => model,
    show: (_, text) => void shown.push(text),
    connect: async () => ({
      llm,
      baseUrl: null,
      scrub: (text) => text.replaceAll('sk-1', '[secret]'),
      cost: () => 0.5,
      cancelRun,
    }),
    isOnline: () => true,
    untilOnline: async () => {},
    savingFailed: () => new AbortController().signal,
    now: () => 1000,
    random: () => 0,
    untold: [],
    failpoint: async () => {},
    ...ports,
  })
  const start = (): Promise<void> =>
    effect.start(async (input) => {
      inputs.push(input as Unstamped)
      return true
    })
  return { inputs, shown, start, cancel: effect.cancel }
}

/** Asks models of a chain, by name; a wait of minutes or more would be one of the test. */
const inChain = async (llms: Record<string, Llm>, of: { chain?: string[]; chosen?: string; onward?: number }) => {
  const { state: before } = session()
  const named = (model: string) => ({ providerId: 'p', model })
  const fallback = { models: (of.chain ?? []).map(named), after: 1 }
  const run = { ...before.head.run, ...(of.onward !== undefined && { onward: of.onward }) }
  const config = { ...before.config, model: { ...named('own'), thinking: 'off' as const }, fallback }
  const state = { ...before, config, head: { ...before.head, run } }
  const inputs: Unstamped[] = []
  const asked: string[] = []
  const none = llmOf([]).llm
  await compressHistory(state.head.unseen?.cut ?? 0, state, {
    source: { ...emptyHistory, messagesAfter: async () => [...state.messages] },
    files: async () => [],
    model: async () => (of.chosen === undefined ? null : { ...named(of.chosen), thinking: 'off' }),
    show: () => {},
    connect: async ({ model }) => {
      asked.push(model)
      return { llm: llms[model] ?? none, baseUrl: null, scrub: (text) => text, cost: () => 0.5, cancelRun: null }
    },
    isOnline: () => true,
    untilOnline: async () => {},
    savingFailed: () => new AbortController().signal,
    now: () => 1000,
    random: () => 0,
    untold: [],
    failpoint: async () => {},
  }).start(async (input) => {
    inputs.push(input as Unstamped)
    return true
  })
  return { inputs, asked }
}
const HOURS = 3 * 3_600_000
const full = (retryAfter?: number, usage?: typeof USAGE): Llm =>
  llmOf([
    {
      type: 'error',
      error: { kind: 'rate-limit', message: 'Slow down.', retryable: true, ...(retryAfter && { retryAfter }) },
      ...(usage && { usage }),
    },
  ]).llm
const made = (): Llm => llmOf([...say('## Asked'), done()]).llm

describe('a summary whose model has no room', () => {
  it('does not wait for hours in silence: it has failed, and says until when and what can be done', async () => {
    const { inputs, asked } = await inChain({ own: full(HOURS) }, {})
    expect(asked).toEqual(['own'])
    expect(inputs).toEqual([
      {
        ...{ type: 'brain-fail-compress', cut: expect.any(Number) },
        idle: true,
        reason:
          'Slow down. It asks to wait 3 hours. Compact now tries again right away. Settings > Models has the model for summaries.',
      },
    ])
  })
  it.each([
    ['hours', HOURS],
    ['a moment', undefined],
  ])('is asked of the next model of the chain where it would have to wait for %s', async (_, retryAfter) => {
    const { inputs, asked } = await inChain({ own: full(retryAfter), second: made() }, { chain: ['second'] })
    expect(asked).toEqual(['own', 'second'])
    expect(inputs).toMatchObject([{ type: 'brain-compress-history', model: { providerId: 'p', model: 'second' } }])
  })
  it('is asked of the one that the run asks by now, not of one that has had no room before', async () => {
    const { asked } = await inChain({ second: made() }, { chain: ['second', 'third'], onward: 1 })
    expect(asked).toEqual(['second'])
  })
  it('goes on from the one chosen for summaries to those of the session, each once, where the person has set a chain', async () => {
    const llms = { cheap: full(HOURS), own: full(HOURS), second: made() }
    const { asked } = await inChain(llms, { chosen: 'cheap', chain: ['cheap', 'second'] })
    expect(asked).toEqual(['cheap', 'own', 'second'])
    expect((await inChain(llms, { chosen: 'cheap' })).asked).toEqual(['cheap'])
  })
  it('failed for good where the chosen one has a smaller window than the session: the one that the run asks is next', async () => {
    const error = { kind: 'context-too-long', message: 'Too long.', retryable: false } as const
    const small = (): Llm => llmOf([{ type: 'error', error }]).llm
    const { inputs, asked } = await inChain({ cheap: small(), own: made() }, { chosen: 'cheap' })
    expect(asked).toEqual(['cheap', 'own'])
    expect(inputs).toMatchObject([{ type: 'brain-compress-history', model: { providerId: 'p', model: 'own' } }])
    const chained = await inChain({ cheap: small(), own: made() }, { chosen: 'cheap', chain: ['second'] })
    expect(chained.asked).toEqual(['cheap', 'own'])
    const onward = await inChain(
      { cheap: small(), third: made() },
      { chosen: 'cheap', chain: ['second', 'third'], onward: 2 },
    )
    expect(onward.asked).toEqual(['cheap', 'third'])
    // nobody else is asked, and it is said why
    const both = await inChain({ cheap: small(), own: small() }, { chosen: 'cheap' })
    expect(both.asked).toEqual(['cheap', 'own'])
    expect(both.inputs).toMatchObject([{ type: 'brain-fail-compress', reason: 'Too long.' }])
    expect((await inChain({ own: small() }, {})).asked).toEqual(['own'])
  })
  it('is not asked of others where it is the question that is wrong', async () => {
    const wrong = llmOf([{ type: 'error', error: { kind: 'bad-request', message: 'No.', retryable: false } }]).llm
    const { inputs, asked } = await inChain({ own: wrong, second: made() }, { chain: ['second'] })
    expect(asked).toEqual(['own'])
    expect(inputs).toMatchObject([{ type: 'brain-fail-compress', reason: 'No.' }])
  })
  it('has what each model took counted as that one’s', async () => {
    const { inputs } = await inChain({ own: full(HOURS, USAGE), second: made() }, { chain: ['second'] })
    const share = (model: string) => ({ model: { providerId: 'p', model }, usage: USAGE, cost: 0.5 })
    expect(inputs).toMatchObject([{ usage: { input: 2, output: 4 }, cost: 1, shares: [share('own'), share('second')] }])
  })
})

const call: LlmPart[] = [
  { type: 'tool-call-start', index: 0, id: 'c', name: 'read_file' },
  { type: 'tool-call-end', index: 0, id: 'c', name: 'read_file', arguments: '{}' },
] as LlmPart[]
const broken: LlmPart = {
  type: 'error',
  error: { kind: 'server', message: 'sk-1 broke', retryable: false },
  usage: USAGE,
}

const failing = (parts: LlmPart[], kind: LlmErrorKind = 'bad-request'): Llm =>
  llmOf([...parts, { type: 'error', error: { kind, message: 'No.', retryable: false } }]).llm

describe('a compression that nobody was paid for', () => {
  it('made the third of its kind the last one: each asking tries it again, once', async () => {
    const s = session()
    for (let n = 0; n < 5; n++) {
      expect(s.status).toBe('compressing')
      const { inputs, start } = compress(failing([], 'network'), undefined, null, null, {}, s)
      await start()
      for (const input of inputs) s.put(input)
      expect(s.status).toBe('thinking')
      expect(s.state.head.compressFailed).toEqual({ count: 0, reason: 'No.' })
      s.answer(`${n} `).send(`again${n}`)
    }
  })
  it.each<[string, Llm, Partial<CompressPorts>]>([
    ['no key', failing([]), { connect: async () => ({ failure: { kind: 'config', message: 'No.' } }) }],
    ['a refusal of the question', failing([]), {}],
    ['a failed save before it was asked', failing([], 'aborted'), { savingFailed: () => AbortSignal.abort() }],
  ])('is none that counts: %s', async (_, llm, ports) => {
    const { inputs, start } = compress(llm, undefined, null, null, ports)
    await start()
    expect(inputs).toEqual([{ type: 'brain-fail-compress', cut: expect.any(Number), reason: 'No.', idle: true }])
  })
  it('is another thing than one that breaks in the middle, which counts, and is counted', async () => {
    const { inputs, start } = compress(failing([{ type: 'start' }, ...say('## Ask')], 'broken-stream'))
    await start()
    expect(inputs).toMatchObject([{ type: 'brain-fail-compress', reason: 'No.', cost: 0.5, usage: { output: 2 } }])
    expect(inputs[0]).not.toHaveProperty('idle')
  })
})

describe('a compression', () => {
  it('is committed with its cost, and tells nobody a secret', async () => {
    const { inputs, shown, start } = compress(llmOf([...say('## Asked\nsk-1'), done()]).llm)
    await start()
    expect(inputs).toMatchObject([
      {
        type: 'brain-compress-history',
        summary: '## Asked\n[secret]',
        usage: USAGE,
        cost: 0.5,
        facts: { files: ['a.txt'] },
      },
    ])
    expect(shown.at(-1)).toBe('## Asked\n[secret]')
  })
  it.each([
    ['a tool call', [...call, done('tool-use')], 'called a tool'],
    ['words and a tool call', [...say('## Asked\nLet me look.'), ...call, done('tool-use')], 'called a tool'],
    ['nothing', [done()], 'empty'],
    ['blanks', [...say(' \n '), done()], 'empty'],
    ['words that are cut off', [...say('## Asked'), done('length')], 'cut off'],
    ['a refusal', [...say('I cannot.'), done('refusal')], 'refused'],
    ['an error that was paid for', [...say('## Ask'), broken], '[secret] broke'],
  ])(
    'that the model answers with %s has failed in words, is paid, and is not asked again',
    async (_, parts, reason) => {
      const model = llmOf(parts)
      const { inputs, start } = compress(model.llm)
      await start()
      expect(inputs).toMatchObject([
        { type: 'brain-fail-compress', reason: expect.stringContaining(reason), usage: USAGE, cost: 0.5 },
      ])
      expect(model.asked()).toBe(1)
    },
  )
  it('is not listened to when it grows past all room, and what it took is counted all the same', async () => {
    let heard = 0
    const endless: Llm = async function* ({ signal }) {
      yield { type: 'text-start', index: 0 }
      for (; heard < 100_000; heard++) {
        await Promise.resolve()
        if (signal.aborted)
          return yield { type: 'error', error: { kind: 'aborted', message: 'Stopped.', retryable: false } }
        yield { type: 'text-delta', index: 0, text: 'word '.repeat(100) }
      }
    }
    const { inputs, start } = compress(endless)
    await start()
    expect(heard).toBeLessThan(100)
    expect(inputs).toMatchObject([
      { type: 'brain-fail-compress', reason: expect.stringContaining('too long'), cost: 0.5 },
    ])
    const [input] = inputs
    const usage = input?.type === 'brain-fail-compress' ? input.usage : undefined
    expect(usage?.input).toBeGreaterThan(1000)
    expect(usage?.output).toBeGreaterThan(100)
  })
  it('says nothing after it was cancelled', async () => {
    const { inputs, start, cancel } = compress(async function* ({ signal }) {
      yield { type: 'text-start', index: 0 }
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      yield { type: 'error', error: { kind: 'aborted', message: 'Stopped.', retryable: false } }
    } as Llm)
    const run = start()
    setTimeout(cancel, 5)
    await run
    expect(inputs).toEqual([])
  })
  it('that was cancelled was counted nowhere: the next one that ends tells what it took, under its model', async () => {
    const untold: CompressPorts['untold'] = []
    const stopped = compress(
      async function* ({ signal }) {
        yield* say('## Asked').slice(0, 2)
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        yield { type: 'error', error: { kind: 'aborted', message: 'Stopped.', retryable: false } }
      },
      undefined,
      null,
      { providerId: 'p', model: 'cheap', thinking: 'off' },
      { untold },
    )
    setTimeout(stopped.cancel, 5)
    await stopped.start()
    expect(stopped.inputs).toEqual([])
    const unreached = compress(failing([], 'network'), undefined, null, null, { untold })
    await unreached.start()
    expect(unreached.inputs).toMatchObject([
      {
        ...{ type: 'brain-fail-compress', idle: true },
        ...{ model: { providerId: 'p', model: 'cheap' }, usage: { output: 2 }, cost: 0.5 },
      },
    ])
    const made = compress(llmOf([...say('## Asked'), done()]).llm, undefined, null, null, { untold })
    await made.start()
    expect(made.inputs).toMatchObject([{ type: 'brain-compress-history', usage: USAGE, cost: 0.5 }])
  })
  it('that another model makes, or fails to make, is paid for under the name of that model', async () => {
    const model = { providerId: 'p', model: 'cheap' }
    for (const said of [[...say('## Asked'), done()], [broken]]) {
      const { inputs, start } = compress(llmOf(said).llm, undefined, null, { ...model, thinking: 'off' })
      await start()
      expect(inputs[0]).toMatchObject({ usage: USAGE })
      expect(inputs[0]).toHaveProperty('model', model)
    }
  })
  it('costs what the provider says that it took, where it says so', async () => {
    const { inputs, start } = compress(llmOf([...say('## Asked'), { ...done(), cost: 0.07 } as LlmPart]).llm)
    await start()
    expect(inputs).toMatchObject([{ type: 'brain-compress-history', usage: USAGE, cost: 0.07 }])
  })
  it('that is stopped, or grows past all room, goes on at the provider and is paid for to its end', async () => {
    const ended: string[] = []
    const cancelRun = async (id: string) => void ended.push(id)
    const named = (id: string, text: string): Llm =>
      async function* ({ signal }) {
        yield { type: 'start', responseId: id }
        yield { type: 'text-start', index: 0 }
        yield { type: 'text-delta', index: 0, text }
        if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
        yield { type: 'error', error: { kind: 'aborted', message: 'Stopped.', retryable: false } }
      }
    const stopped = compress(named('stopped', '## Asked'), undefined, cancelRun)
    setTimeout(stopped.cancel, 5)
    await stopped.start()
    await compress(named('endless', 'word '.repeat(100_000)), undefined, cancelRun).start()
    expect(ended).toEqual(['stopped', 'endless'])
    // one that came to its end, or failed there, has no run left
    const start: LlmPart = { type: 'start', responseId: 'over' }
    for (const last of [done(), broken])
      await compress(llmOf([start, ...say('## Asked'), last]).llm, undefined, cancelRun).start()
    expect(ended).toEqual(['stopped', 'endless'])
  })
  it('of rows that cannot be read has failed in words', async () => {
    const model = llmOf([...say('never'), done()])
    const { inputs, start } = compress(model.llm, () => {
      throw new Error('message 3 is damaged')
    })
    await start()
    expect(inputs).toMatchObject([{ type: 'brain-fail-compress', reason: 'message 3 is damaged' }])
    expect(model.asked()).toBe(0)
  })
})
