import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LlmPart } from '../../../../src/llm/port.ts'
import type { FromWorker } from '../../../../src/protocol/from-worker.ts'
import { type LiveAnswersPorts, makeLiveAnswers } from '../../../../src/worker/streams/live-answers.ts'
import type { StreamAppend } from '../../../../src/worker/streams/save-text.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(stored: LiveAnswersPorts['stored'] = []) {
  const published: Extract<FromWorker, { type: 'stream' }>[] = []
  const appended: StreamAppend[] = []
  const abandoned: [number, string][] = []
  const live = makeLiveAnswers({
    sessionId: 's',
    stored,
    append: async (rows) => void appended.push(rows),
    publish: (message) => void (message.type === 'stream' && published.push(message)),
    report: (error) => {
      throw error
    },
    abandoned: (cut, { responseId }) => void abandoned.push([cut, responseId]),
    failpoint: async () => {},
  })
  return { live, published, appended, abandoned }
}

const STORED = { cut: 5, attempt: 1, start: 1, nextN: 9, responseId: null, cursor: null }

describe('text under way', () => {
  it('is shown at most 15 times a second and saved at most every 250 ms, without a gap', async () => {
    const { live, published, appended } = setUp()
    const answer = live.open(5, 0, 'asked', false)
    answer.push({ type: 'text-start', index: 0 })
    for (let n = 0; n < 100; n++) {
      answer.push({ type: 'text-delta', index: 0, text: `${n},` })
      await vi.advanceTimersByTimeAsync(10)
    }
    await vi.advanceTimersByTimeAsync(300)
    expect(published.length).toBeLessThanOrEqual(1000 / 66 + 2)
    expect(appended.length).toBeLessThanOrEqual(5)
    const whole = Array.from({ length: 100 }, (_, n) => `${n},`).join('')
    let shown = ''
    for (const part of published.flatMap(({ parts }) => parts)) {
      expect(part.offset).toBe(shown.length)
      shown += part.text
    }
    expect(shown).toBe(whole)
    expect(appended.flatMap(({ parts }) => parts.map(({ text }) => text)).join('')).toBe(whole)
    expect(appended.map(({ n }) => n)).toEqual(appended.map((_, index) => index))
  })

  it('received before a crash is still there while the new asking is silent, and wins over a shorter one', async () => {
    const stored = [{ ...STORED, start: 2, blocks: [{ index: 0, kind: 'text' as const, text: 'long text' }] }]
    const { live, appended } = setUp(stored)
    expect(live.partials()).toEqual({ 5: [{ type: 'text', text: 'long text' }] })
    const answer = live.open(5, 1, 'asked-again', false)
    expect(live.snapshots()).toMatchObject([{ start: 3, live: false, blocks: [{ text: 'long text' }] }])
    answer.push({ type: 'text-start', index: 0 })
    answer.push({ type: 'text-delta', index: 0, text: 'new' })
    expect(live.snapshots()).toMatchObject([{ start: 3, live: true, blocks: [{ text: 'new' }] }])
    expect(answer.longest()).toEqual([{ type: 'text', text: 'long text' }])
    expect(live.partials()).toEqual({ 5: [{ type: 'text', text: 'long text' }] })
    await vi.advanceTimersByTimeAsync(250)
    expect(appended).toMatchObject([{ cut: 5, attempt: 1, start: 3, n: 9 }])
  })

  it('a picture that came before Stop is kept, in its place, with what its provider wants back', async () => {
    const { live } = setUp()
    const answer = live.open(5, 0, 'asked', false)
    const meta = { google: { thoughtSignature: 'sig' } }
    answer.push({ type: 'text-start', index: 0 })
    answer.push({ type: 'text-delta', index: 0, text: 'Here it is' })
    answer.push({ type: 'text-end', index: 0, meta })
    answer.push({ type: 'image', index: 1, mediaType: 'image/png', data: btoa('bytes'), meta })
    answer.push({ type: 'tool-call-start', index: 2, id: 'c', name: 'read' })
    const kept: string[] = []
    const keep = async (bytes: Uint8Array): Promise<string> => {
      kept.push(new TextDecoder().decode(bytes))
      return 'a'.repeat(64)
    }
    expect(await live.wholePartials(keep)).toEqual({
      5: [
        { type: 'text', text: 'Here it is' },
        { type: 'image', mediaType: 'image/png', blob: 'a'.repeat(64), meta },
      ],
    })
    expect(kept).toEqual(['bytes'])
  })

  it('that could not be saved goes with the next append: what is stored has no hole in it', async () => {
    const appended: StreamAppend[] = []
    let failing = 1
    const live = makeLiveAnswers({
      sessionId: 's',
      stored: [],
      append: async (rows) => {
        await new Promise((resolve) => setTimeout(resolve, 400)) // slower than the next save comes
        if (failing-- > 0) throw new DOMException('full', 'QuotaExceededError')
        appended.push(rows)
      },
      publish: () => {},
      report: () => {},
      abandoned: () => {},
      failpoint: async () => {},
    })
    const answer = live.open(5, 0, 'asked', false)
    answer.push({ type: 'thinking-start', index: 0 })
    answer.push({ type: 'thinking-delta', index: 0, text: 'hm' })
    answer.push({ type: 'text-start', index: 1 })
    for (const text of ['one ', 'two ', 'three ', 'four']) {
      answer.push({ type: 'text-delta', index: 1, text })
      await vi.advanceTimersByTimeAsync(300)
    }
    await vi.advanceTimersByTimeAsync(2000)
    const stored = appended.flatMap(({ parts }) => parts)
    expect(
      stored
        .filter(({ index }) => index === 1)
        .map(({ text }) => text)
        .join(''),
    ).toBe('one two three four')
    expect(stored.map(({ index }) => index)).toEqual([0, ...stored.slice(1).map(() => 1)])
  })

  it('ends with everything shown, and is forgotten when the answer has ended', () => {
    const { live, published } = setUp()
    const answer = live.open(5, 0, 'asked', false)
    answer.push({ type: 'text-start', index: 0 })
    answer.push({ type: 'text-delta', index: 0, text: 'x' })
    answer.end(false)
    expect(published.flatMap(({ parts }) => parts.map(({ text }) => text))).toEqual(['x'])
    live.keep(new Set([6]))
    expect(live.snapshots()).toEqual([])
  })

  it('arguments of a call that was cut off are no text to keep', () => {
    const { live } = setUp()
    const answer = live.open(5, 0, 'asked', false)
    answer.push({ type: 'tool-call-start', index: 0, id: 'c', name: 'write' })
    answer.push({ type: 'tool-call-delta', index: 0, text: '{"path":' })
    expect(answer.longest()).toEqual([])
    expect(live.snapshots()[0]?.blocks).toEqual([{ index: 0, kind: 'tool-call', name: 'write', text: '{"path":' }])
  })
})

describe('a run that is taken up again', () => {
  const half = [
    { index: 0, kind: 'thinking' as const, text: 'hm' },
    { index: 1, kind: 'text' as const, text: 'one two thr' },
  ]
  const stored = [{ ...STORED, blocks: half, responseId: 'r', cursor: 5 }]
  const replay = (push: (part: LlmPart) => void, words: string[]): void => {
    push({ type: 'start', responseId: 'r', cursor: 0 })
    push({ type: 'thinking-start', index: 0, cursor: 1 })
    push({ type: 'thinking-delta', index: 0, text: 'hm', cursor: 2 })
    push({ type: 'text-start', index: 1, cursor: 3 })
    for (const [n, text] of words.entries()) push({ type: 'text-delta', index: 1, text, cursor: 4 + n })
  }
  const textOf = (parts: { index: number; offset: number; text: string }[]) =>
    parts.filter(({ index }) => index === 1).map(({ offset, text }) => [offset, text])

  it('goes on where the text stood: nothing is shown or saved twice, nothing is missing', async () => {
    const { live, published, appended } = setUp(stored)
    expect(live.earlier(5)).toEqual({
      attempt: 1,
      run: { responseId: 'r', cursor: 5 },
      content: half.map(({ kind, text }) => ({ type: kind, text })),
    })
    const answer = live.open(5, 1, 're-attached', true)
    expect(live.snapshots()).toMatchObject([{ start: 1, way: 're-attached', live: true, blocks: half }])
    replay(answer.push, ['one ', 'two ', 'three ', 'four'])
    await vi.advanceTimersByTimeAsync(300)
    expect(textOf(published.flatMap(({ parts }) => parts))).toEqual([[11, 'ee four']])
    expect(published[0]).toMatchObject({ start: 1, way: 're-attached' })
    expect(textOf(appended.flatMap(({ parts }) => parts))).toEqual([[11, 'ee four']])
    expect(appended.map(({ start }) => start)).toEqual([1, 1])
    expect(appended.at(-1)?.run).toEqual({ responseId: 'r', cursor: 7 })
    expect(answer.buffer.said()).toMatchObject([{ text: 'hm' }, { text: 'one two three four' }])
    expect(live.snapshots()[0]?.blocks[1]?.text).toBe('one two three four')
  })

  it('broken off before it has caught up it still shows what was there', async () => {
    const { live, published } = setUp(stored)
    const first = live.open(5, 1, 're-attached', true)
    replay(first.push, ['one '])
    first.end(true)
    expect(live.snapshots()).toMatchObject([{ start: 1, live: false, blocks: half }])
    const second = live.open(5, 1, 're-attached', true)
    replay(second.push, ['one two three'])
    await vi.advanceTimersByTimeAsync(80)
    expect(textOf(published.flatMap(({ parts }) => parts))).toEqual([[11, 'ee']])
  })

  it('that says something else than what was shown is shown from its beginning, as another asking', async () => {
    const { live, published, appended } = setUp(stored)
    const answer = live.open(5, 1, 're-attached', true)
    replay(answer.push, ['one ', 'zwei'])
    await vi.advanceTimersByTimeAsync(300)
    expect(published).toMatchObject([{ start: 2 }])
    expect(textOf(published.flatMap(({ parts }) => parts))).toEqual([[0, 'one zwei']])
    expect(textOf(appended.flatMap(({ parts }) => parts))).toEqual([[0, 'one zwei']])
    expect(answer.longest()).toMatchObject([{ text: 'hm' }, { text: 'one two thr' }])
  })

  it('has its name on disk at once, before it has said anything', () => {
    const { live, appended } = setUp()
    const answer = live.open(5, 0, 'asked', true)
    answer.push({ type: 'start', responseId: 'r', cursor: 0 })
    return vi.advanceTimersByTimeAsync(0).then(() => {
      expect(appended).toMatchObject([{ n: 0, parts: [], run: { responseId: 'r', cursor: 0 } }])
    })
  })

  it('without background the name of a response is no run', async () => {
    const { live, appended } = setUp()
    const answer = live.open(5, 0, 'asked', false)
    answer.push({ type: 'start', responseId: 'msg_1' })
    await vi.advanceTimersByTimeAsync(300)
    expect(appended).toEqual([])
    expect(live.earlier(5)?.run).toBeNull()
  })

  it('is forgotten when its asking says that it is over', () => {
    const { live } = setUp()
    for (const keepRun of [true, false]) {
      const answer = live.open(5, 0, 'asked', true)
      answer.push({ type: 'start', responseId: 'r', cursor: 0 })
      answer.end(keepRun)
      expect(live.earlier(5)?.run).toEqual(keepRun ? { responseId: 'r', cursor: 0 } : null)
    }
  })

  it('a run that waits between two tries is ended when its answer is given up, one that is listened to by its listener', () => {
    const { live, abandoned } = setUp()
    const waits = live.open(5, 0, 'asked', true)
    waits.push({ type: 'start', responseId: 'resp_waits' })
    waits.end(true)
    const over = live.open(6, 0, 'asked', true)
    over.push({ type: 'start', responseId: 'resp_over' })
    over.end(false)
    live.open(7, 0, 'asked', true).push({ type: 'start', responseId: 'resp_heard' })
    live.keep(new Set([5]))
    expect(abandoned).toEqual([])
    live.keep(new Set())
    expect(abandoned).toEqual([[5, 'resp_waits']])
  })
})
