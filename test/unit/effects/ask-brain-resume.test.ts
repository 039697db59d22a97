import { describe, expect, it } from 'vitest'
import type { LlmErrorKind, LlmPart, LlmRequest } from '../../../src/llm/port.ts'
import type { FromWorker } from '../../../src/protocol/from-worker.ts'
import type { StoredStream } from '../../../src/storage/gather-streams.ts'
import { makeLiveAnswers } from '../../../src/worker/streams/live-answers.ts'
import { done, say, setUp, types } from './ask-brain-harness.ts'

/** Answers that go on at the provider: after a crash, after a break, after Stop. */

const LOST: StoredStream = {
  cut: 7,
  attempt: 2,
  start: 1,
  nextN: 3,
  blocks: [{ index: 0, kind: 'text', text: 'half of ' }],
  responseId: 'r1',
  cursor: 4,
}
const named = (id: string): LlmPart => ({ type: 'start', responseId: id, cursor: 0 })
const error = (kind: LlmErrorKind): LlmPart => ({ type: 'error', error: { kind, message: kind, retryable: true } })
const numbered = (parts: LlmPart[], from = 1): LlmPart[] => parts.map((part, n) => ({ ...part, cursor: from + n }))

type Answer = LlmPart[] | ((request: LlmRequest) => AsyncIterable<LlmPart>)

function background(
  answers: Answer[],
  {
    stored = [LOST],
    above = null,
    leaving = false,
    online = () => true,
    untilOnline = async () => {},
    gaveUp = false,
  }: {
    stored?: StoredStream[]
    above?: number | null
    leaving?: boolean
    online?: () => boolean
    untilOnline?: () => Promise<void>
    /** A failure is the end of the answer. */
    gaveUp?: boolean
  } = {},
) {
  const requests: (string | null)[] = []
  const cancelled: string[] = []
  const ways: string[] = []
  const published: FromWorker[] = []
  const abandoned: string[] = []
  const live = makeLiveAnswers({
    sessionId: 's',
    stored,
    append: async () => {},
    publish: (message) => void published.push(message),
    report: (problem) => {
      throw problem
    },
    abandoned: (_, { responseId }) => void abandoned.push(responseId),
    failpoint: async () => {},
  })
  let n = 0
  const attempt = (number?: number) =>
    setUp(
      async function* (request) {
        requests.push(request.resume?.responseId ?? null)
        const answer = answers[n++]
        if (answer === undefined) throw new Error('asked too often')
        if (typeof answer === 'function') yield* answer(request)
        else
          for (const part of answer) {
            await Promise.resolve()
            yield part
          }
      },
      {
        earlier: live.earlier,
        live: (cut, at, way, keeps) => {
          ways.push(way)
          return live.open(cut, at, way, keeps)
        },
        askBeforeAgainAbove: async () => above,
        leaving: () => leaving,
        isOnline: online,
        untilOnline,
      },
      ({ type }) => {
        live.keep(new Set(type === 'brain-fail' && gaveUp ? [] : [7]))
        return true
      },
      { cancelRun: async (id) => void cancelled.push(id) },
      undefined,
      number,
    )
  return { ...attempt(), attempt, requests, cancelled, abandoned, ways, live, published }
}
/** Names a run, says something, and waits to be hung up on. */
const endless = (id: string | null) =>
  async function* ({ signal }: LlmRequest): AsyncIterable<LlmPart> {
    if (id !== null) yield named(id)
    yield { type: 'text-start', index: 0, cursor: 1 }
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
    yield error('aborted')
  }
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('resuming an answer', () => {
  it('after a crash takes up the run of the dead worker, and the answer is complete', async () => {
    const t = background([[named('r1'), ...numbered(say('half of it all')), done()]])
    await t.run
    expect(t.requests).toEqual(['r1'])
    expect(t.ways).toEqual(['re-attached'])
    expect(types(t.inputs)).toEqual(['brain-send-message-start', 'brain-send-message-complete'])
    expect(t.inputs[1]).toMatchObject({ content: [{ type: 'text', text: 'half of it all' }] })
    expect(t.cancelled).toEqual([])
  })

  it.each(['not-found', 'bad-request'] as const)(
    'a run that cannot be had (%s) is asked for again by itself, in the same attempt',
    async (kind) => {
      const t = background([[error(kind)], [named('r2'), ...say('anew'), done()]])
      await t.run
      expect(t.requests).toEqual(['r1', null])
      expect(t.ways).toEqual(['re-attached', 'asked-again'])
      expect(types(t.inputs)).toEqual([
        'brain-send-message-start',
        'brain-send-message-start',
        'brain-send-message-complete',
      ])
      expect(t.inputs[1]).toMatchObject({ clean: true, attempt: 2 })
      // the old one may still be running: it is not to be paid to its end
      expect(t.cancelled).toEqual(['r1'])
    },
  )

  it.each(['timeout', 'broken-stream'] as const)(
    'a run that gives nothing (%s) was asked for anew without a wait, and its tokens were lost',
    async (kind) => {
      const t = background([[named('r1'), ...say('one two three'), error('broken-stream')], [error(kind)]], {
        stored: [],
      })
      await t.run
      expect(t.requests).toEqual([null, 'r1'])
      const usage = { input: 10, output: expect.any(Number) }
      expect(t.inputs.at(-1)).toMatchObject({ type: 'brain-fail', failure: { kind }, retryAt: 3000, usage, cost: 0.5 })
      // it may still be running (silent or queued for ever): it is not to be paid to its end
      expect(t.cancelled).toEqual(['r1'])
      expect(t.live.earlier(7)?.run).toBeNull()
    },
  )

  it('runs that are lost one after the other do not make an attempt of many askings', async () => {
    const begun = (id: string): LlmPart[] => [named(id), ...say('x'), error('broken-stream')]
    const t = background([[error('not-found')], begun('r2'), [error('not-found')]])
    await t.run
    expect(t.requests).toEqual(['r1', null, 'r2'])
    expect(t.inputs.at(-1)).toMatchObject({ type: 'brain-fail', failure: { kind: 'not-found' } })
  })

  it('a run that thinks in silence, but is alive, is taken up again over any number of breaks', async () => {
    const at = (cursor: number): LlmPart => ({ ...error('broken-stream'), cursor })
    const answers = [1, 5, 9].map((cursor) => [named('r1'), at(cursor)])
    const t = background([...answers, [named('r1'), ...say('at last'), done()]], { stored: [] })
    await t.run
    expect(t.requests).toEqual([null, 'r1', 'r1', 'r1'])
    expect(t.inputs.at(-1)).toMatchObject({ type: 'brain-send-message-complete', content: [{ text: 'at last' }] })
    expect(t.cancelled).toEqual([])
  })

  it('a moment without the provider threw the running answer away: it is taken up again after a wait', async () => {
    const t = background(
      [
        [named('r1'), ...numbered(say('half of ')), error('broken-stream')],
        [error('network')],
        [named('r1'), ...numbered(say('half of it all')), done()],
      ],
      { stored: [] },
    )
    await t.run
    expect(t.requests).toEqual([null, 'r1'])
    const failed = { type: 'brain-fail', failure: { kind: 'network' }, retryAt: 3000, partial: [{ text: 'half of ' }] }
    expect(t.inputs.at(-1)).toMatchObject(failed)
    // its tokens are counted with its end
    expect(t.inputs.at(-1)).not.toHaveProperty('usage')
    const next = t.attempt(3)
    await next.run
    expect(t.requests).toEqual([null, 'r1', 'r1'])
    expect(next.inputs.at(-1)).toMatchObject({ content: [{ type: 'text', text: 'half of it all' }] })
    expect([t.cancelled, t.abandoned]).toEqual([[], []])
  })

  it.each(['network', 'overloaded'] as const)(
    'a run that could not be had to the last attempt (%s) went on and was paid for: it is ended',
    async (kind) => {
      const t = background([[error(kind)]], { gaveUp: true })
      await t.run
      expect(t.inputs.at(-1)).toMatchObject({ type: 'brain-fail', failure: { kind } })
      expect(t.abandoned).toEqual(['r1'])
    },
  )

  it('a run that has failed at the provider fails the attempt, to be tried again later', async () => {
    const t = background([[named('r1'), error('overloaded')]])
    await t.run
    expect(t.inputs[1]).toMatchObject({
      type: 'brain-fail',
      failure: { kind: 'overloaded' },
      retryAt: 3000,
      partial: [{ text: 'half of ' }],
    })
    expect(t.live.earlier(7)?.run).toBeNull()
  })

  it('a connection that breaks is taken up again at once, as often as it brings news', async () => {
    const t = background(
      [
        [named('r1'), ...numbered(say('one ')), error('broken-stream')],
        [named('r1'), ...numbered(say('one two ')).map((part) => ({ ...part, cursor: 9 })), error('timeout')],
        [named('r1'), ...numbered(say('one two three')), done()],
      ],
      { stored: [] },
    )
    await t.run
    expect(t.requests).toEqual([null, 'r1', 'r1'])
    expect(t.inputs.at(-1)).toMatchObject({ content: [{ text: 'one two three' }] })
    expect(t.cancelled).toEqual([])
  })

  it('without a network it waits and takes the run up again', async () => {
    let online = true
    const t = background(
      [
        [named('r1'), ...numbered(say('a')), error('broken-stream')],
        [named('r1'), ...say('ab'), done()],
      ],
      {
        stored: [],
        online: () => online,
        untilOnline: async () => {
          online = t.requests.length > 0
        },
      },
    )
    online = false
    await t.run
    expect(t.requests).toEqual([null, 'r1'])
  })

  it('the name of an answer at a provider without background is no run to take up', async () => {
    const { run, inputs } = setUp(
      async function* (request) {
        expect(request.resume).toBeUndefined()
        yield named('msg')
        yield* say('x')
        yield done()
      },
      { earlier: () => ({ attempt: 2, content: [], run: { responseId: 'r1', cursor: 1 } }) },
    )
    await run
    expect(types(inputs)).toEqual(['brain-send-message-start', 'brain-send-message-complete'])
  })
})

describe('hanging up in mid-answer', () => {
  it('Stop ends the run at the provider too', async () => {
    const t = background([endless('r9')], { stored: [] })
    await settled()
    t.cancel()
    await t.run
    expect(t.cancelled).toEqual(['r9'])
    expect(types(t.inputs)).toEqual(['brain-send-message-start'])
  })

  it('a tab that closes or has lost the lock lets the run go on', async () => {
    const t = background([endless('r9')], { stored: [], leaving: true })
    await settled()
    t.cancel()
    await t.run
    expect(t.cancelled).toEqual([])
  })

  it('Stop while a run is taken up again ends it', async () => {
    const t = background([endless(null)])
    await settled()
    t.cancel()
    await t.run
    expect(t.cancelled).toEqual(['r1'])
  })
})

describe('an interrupted answer over the size from which the person wants to be asked', () => {
  const text = 'x'.repeat(400)
  const stored = [{ ...LOST, responseId: null, cursor: null, blocks: [{ index: 0, kind: 'text' as const, text }] }]

  it('is not asked for again: it is held with its text and a reason', async () => {
    const t = background([], { stored, above: 99 })
    await t.run
    expect(t.requests).toEqual([])
    expect(t.inputs).toMatchObject([
      { type: 'brain-fail', failure: { kind: 'interrupted' }, partial: [{ type: 'text', text }], retryAt: null },
    ])
    expect(t.inputs[0]).toMatchObject({ failure: { message: expect.stringContaining('about 100 tokens') } })
  })
  it('up to that size, and without the setting, it is', async () => {
    for (const above of [100, null]) {
      const t = background([[named('r2'), ...say('y'), done()]], { stored, above })
      await t.run
      expect(t.requests).toEqual([null])
      expect(t.ways).toEqual(['asked-again'])
    }
  })
  it('that can be taken up again costs nothing: nobody is asked', async () => {
    const t = background([[named('r1'), ...say(`${text}!`), done()]], {
      stored: [{ ...LOST, blocks: stored[0]?.blocks ?? [] }],
      above: 1,
    })
    await t.run
    expect(t.requests).toEqual(['r1'])
    expect(types(t.inputs)).toContain('brain-send-message-complete')
  })
  it('whose run is gone is held as well', async () => {
    const t = background([[error('not-found')]], { stored: [{ ...LOST, blocks: stored[0]?.blocks ?? [] }], above: 1 })
    await t.run
    expect(t.requests).toEqual(['r1'])
    expect(t.inputs.at(-1)).toMatchObject({ type: 'brain-fail', failure: { kind: 'interrupted' }, retryAt: null })
  })
  it('whose connection breaks is held as well, though its failure would be tried again', async () => {
    const broken = [...say(text), error('broken-stream')]
    const t = background([broken], { stored: [], above: 99 })
    await t.run
    expect(t.inputs.at(-1)).toMatchObject({
      type: 'brain-fail',
      failure: { kind: 'interrupted', message: expect.stringContaining('about 100 tokens') },
      partial: [{ type: 'text', text }],
      retryAt: null,
    })
    for (const above of [100, null]) {
      const shorter = background([broken], { stored: [], above })
      await shorter.run
      expect(shorter.inputs.at(-1)).toMatchObject({ failure: { kind: 'broken-stream' }, retryAt: 3000 })
    }
  })
  it('whose run goes on at a provider that is busy is asked for again later: nobody is asked', async () => {
    const t = background([[error('overloaded')]], { stored: [{ ...LOST, blocks: stored[0]?.blocks ?? [] }], above: 1 })
    await t.run
    expect(t.inputs.at(-1)).toMatchObject({ failure: { kind: 'overloaded' }, retryAt: 3000 })
    expect(t.live.earlier(7)?.run).toMatchObject({ responseId: 'r1' })
  })
  it('of an earlier attempt was tried again by the rules of failures: no question', async () => {
    const t = background([[named('r2'), ...say('y'), done()]], {
      stored: stored.map((s) => ({ ...s, attempt: 1 })),
      above: 1,
    })
    await t.run
    expect(t.requests).toEqual([null])
  })
})
