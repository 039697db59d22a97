import { describe, expect, it } from 'vitest'
import { sizeOfMessages, sizeOfSummary } from '../../../../src/agent/size.ts'
import { MAX_LISTED, MAX_LOADED } from '../../../../src/agent/version.ts'
import { Session } from '../session.ts'

const LONG = 'x'.repeat(400)

/** Two settled rounds, and a message over the threshold. */
const full = (): Session =>
  new Session({ compressAbove: 104 }).send('u0').answer('', ['read']).respond(LONG).answer('a').send('u1')
const compress = (s: Session, cutAt: number): Session => {
  const { lastUserSeq, unseen } = s.state.head
  const end = Math.min(cutAt, lastUserSeq - 1)
  const remaining = sizeOfMessages(s.state.messages.filter((row) => row.seq > end))
  const calls = s.answers.flatMap(({ n, calls }) => calls.map(({ id, name }) => ({ id, n, name })))
  return s.put({ type: 'brain-compress-history', cut: unseen?.cut ?? 0, summary: 'S', cutAt, remaining, calls })
}

describe('compression', () => {
  it('comes before an asking over the threshold, once, whether it worked or not', () => {
    const s = full()
    const cut = s.state.head.unseen?.cut ?? 0
    expect([s.status, s.keys]).toEqual(['compressing', [`compress-history-${cut}`, 'name-session']])
    s.refuse({ type: 'brain-send-message-start', cut, attempt: 0, model: { providerId: 'p', model: 'm' } })
    s.put({ type: 'brain-fail-compress', cut })
    expect(s.keys).toEqual([`ask-brain-${s.state.head.seq}-0`, 'name-session'])
  })
  it('never reaches the last user message, and the size counts what is left', () => {
    const s = compress(full(), 1e9)
    expect(s.state.summary?.cutAt).toBe(s.state.head.lastUserSeq - 1)
    expect(s.state.head.contextSize).toBe(sizeOfSummary(s.state.summary) + 1)
    expect(s.status).toBe('thinking')
  })
  it('never goes back, and lists a bounded number of calls', () => {
    const s = new Session({ compressAbove: 300 }).send('u0').answer('', ['read']).respond('x'.repeat(1000))
    s.answer('x'.repeat(800)).send('u1')
    const calls = Array.from({ length: MAX_LISTED + 9 }, (_, k) => ({ id: `${k}`, n: 1, name: '' }))
    const cut = s.state.head.unseen?.cut ?? 0
    s.put({ type: 'brain-compress-history', cut, summary: 'S', cutAt: 1e9, remaining: 301, calls })
    expect(s.state.summary?.calls.map((call) => call.id).slice(0, 1)).toEqual(['9'])
    const { cutAt } = s.state.head.unseen ? { cutAt: s.state.head.summaryCutAt } : { cutAt: -1 }
    s.answer('a').send('u2')
    const again = s.state.head.unseen?.cut ?? 0
    s.put({ type: 'brain-compress-history', cut: again, summary: 'T', cutAt: cutAt - 1, remaining: 0, calls: [] })
    expect([s.state.summary?.text, s.status]).toEqual(['S', 'thinking'])
  })
})

describe('a branch before the last message of the person', () => {
  const origin = { session: 's', seq: 1, n: 3, family: 's' }
  it('repeats whole what is the last message then, though it stands behind the summary', () => {
    const s = compress(full(), 1e9)
    const count = s.state.messages.findIndex((row) => row.seq === s.state.head.lastUserSeq)
    expect(s.state.head.summaryCutAt).toBe(s.state.head.lastUserSeq - 1)
    s.put({ type: 'session-branch', count, origin })
    const [first] = s.state.messages
    expect(s.state.summary?.words).toEqual([{ n: 0, seq: first?.seq, size: 1, whole: true }])
    expect(s.state.head.contextSize).toBe(sizeOfSummary(s.state.summary))
  })
  it('holds nothing as loaded that none of its rows has, so that the summary can be taken back', () => {
    const s = compress(full(), 1e9)
    const { id } = s.call
    s.start()
    for (const toolCallId of [id, 'gone'])
      s.put({ type: 'brain-load-tool-call', ...s.work, toolCallId, n: 1, size: 102 })
    s.put({ type: 'session-branch', count: 4, origin })
    expect(s.state.summary?.loaded).toEqual([{ id, n: 1 }])
  })
})

describe('an asking that is too long', () => {
  const refuse = (s: Session, window?: number): Session => {
    s.start()
    const failure = { kind: 'context-too-long', message: 'too long' } as const
    return s.put({ type: 'brain-fail', ...s.work, failure, partial: [], retryAt: null, ...(window && { window }) })
  }
  it('is asked again after a compression, three times, and only then has the run failed', () => {
    const s = new Session({ compressAbove: 100_000 }).send('u0').answer('a').send('u1')
    const { turnsLeft } = s.state.head
    for (let n = 0; n < 3; n++) {
      refuse(s)
      expect([s.status, s.state.head.turnsLeft]).toEqual(['compressing', turnsLeft])
      s.put({ type: 'brain-fail-compress', cut: s.state.head.unseen?.cut ?? 0 })
      expect(s.status).toBe('thinking')
    }
    expect(refuse(s).status).toBe('failed')
    s.put({ type: 'user-continue' })
    expect(refuse(s).status).toBe('compressing')
  })
  it('teaches the window, and the threshold with it', () => {
    const window = { size: 100_000, maxOutput: null, by: 'assumed' } as const
    const s = new Session({ compressAbove: null, compressAt: 0.5, window })
      .send('u0')
      .answer('a')
      .send('x'.repeat(40_000))
    expect(s.state.head.compressAbove).toBe(50_000)
    refuse(s, 8000)
    expect([s.state.config.window, s.state.head.compressAbove]).toEqual([
      { size: 8000, maxOutput: null, by: 'learned' },
      4000,
    ])
  })
  it('fails at once where the person wants nothing compressed', () => {
    const s = new Session({ compressAbove: null, compressAt: null }).send('u0')
    expect(refuse(s).status).toBe('failed')
  })
})

describe('the person and the summary', () => {
  it('compacts while nothing runs, and is asked nothing by it; Stop ends it', () => {
    const s = new Session({ compressAbove: null }).send('u0').answer('a'.repeat(400))
    s.put({ type: 'user-compact', instruction: 'keep the SQL' })
    expect(s.status).toBe('compressing')
    s.put({ type: 'user-abort', partials: {} })
    expect(s.status).toBe('stopped')
    s.put({ type: 'user-compact', instruction: '' })
    const { lastUserSeq, compact } = s.state.head
    const words = [{ n: 0, seq: lastUserSeq, size: 1, whole: true }]
    const cut = compact?.cut ?? 0
    s.put({ type: 'brain-compress-history', cut, summary: 'S', cutAt: 1e9, remaining: 0, calls: [], words })
    expect([s.status, s.state.summary?.text, s.state.head.compact]).toEqual(['stopped', 'S', undefined])
  })
  it('edits it, and takes it back as far as it fits', () => {
    const s = compress(full(), 1e9)
    const { cutAt = 0 } = s.state.summary ?? {}
    const back = sizeOfMessages(s.state.messages.filter((row) => row.seq <= cutAt))
    s.put({ type: 'user-edit-summary', cutAt, text: 'Corrected.' })
    expect(s.state.summary).toMatchObject({ text: 'Corrected.', edited: true })
    s.refuse({ type: 'user-edit-summary', cutAt: cutAt - 1, text: 'stale' })
    s.refuse({ type: 'user-undo-summary', cutAt, size: back })
    s.put({ type: 'user-configure', config: { compressAbove: 10_000 } })
    s.put({ type: 'user-undo-summary', cutAt, size: back })
    expect(s.state.summary).toBeNull()
    expect(s.state.head.contextSize).toBe(sizeOfMessages(s.state.messages))
  })
  it('takes it back without the calls that were loaded before it, since nobody has counted them again', () => {
    const s = compress(full(), 1e9)
    const first = s.state.summary?.cutAt ?? 0
    s.start().put({
      type: 'brain-load-tool-call',
      ...s.work,
      toolCallId: s.answers[0]?.calls[0]?.id ?? '',
      n: 1,
      size: 102,
    })
    s.answer('a').send('u2')
    compress(s, 1e9)
    const { cutAt = 0, before } = s.state.summary ?? {}
    expect(before?.loaded).toHaveLength(1)
    const back = sizeOfMessages(s.state.messages.filter((row) => row.seq > first && row.seq <= cutAt))
    s.put({ type: 'user-configure', config: { compressAbove: 10_000 } }).answer('b')
    s.put({ type: 'user-undo-summary', cutAt, size: back })
    expect(s.state.summary).toMatchObject({ cutAt: first, loaded: [] })
    const after = sizeOfMessages(s.state.messages.filter((row) => row.seq > first))
    expect(s.state.head.contextSize).toBe(sizeOfSummary(s.state.summary) + after)
  })
})

describe('internal tools', () => {
  it('a loaded call counts in the size; the asking goes on with it, so nothing is asked again', () => {
    const s = compress(full(), 1e9)
    const { contextSize } = s.state.head
    const { id: toolCallId } = s.call
    s.start()
    const load = { type: 'brain-load-tool-call', ...s.work, toolCallId, n: 1, size: 102 } as const
    s.put(load).put(load).answer('')
    expect(s.state.summary?.loaded).toEqual([{ id: toolCallId, n: 1 }])
    expect(s.state.head.contextSize).toBe(contextSize + 102)
    expect([s.status, s.answers.at(-1)?.lookups]).toEqual(['idle', 2])
  })
  it('only so many calls are loaded at a time', () => {
    const s = compress(full(), 1e9).start()
    for (let k = 0; k < MAX_LOADED + 3; k++)
      s.put({ type: 'brain-load-tool-call', ...s.work, toolCallId: `${k}`, n: 1, size: 1 })
    expect(s.state.summary?.loaded).toHaveLength(MAX_LOADED)
  })
  it('expanding moves the end of the summary back, and at the beginning the summary is gone', () => {
    const s = compress(full(), 1e9).start()
    const back = sizeOfMessages(s.state.messages.slice(0, -2))
    s.put({ type: 'brain-expand-history', ...s.work, cutAt: 2, size: 0 })
    expect(s.state.summary?.cutAt).toBe(2)
    s.put({ type: 'brain-expand-history', ...s.work, cutAt: 7, size: 9 })
    expect(s.state.summary?.cutAt).toBe(2)
    s.put({ type: 'brain-expand-history', ...s.work, cutAt: 0, size: back })
    expect(s.state.summary).toBeNull()
    expect(s.state.head.contextSize).toBe(sizeOfMessages(s.state.messages))
  })
})

describe('a summary that came from elsewhere', () => {
  it('is dropped while nothing works: the messages that it stood for are in the context again, and in the size', () => {
    const s = compress(full(), 1e9)
    const size = sizeOfMessages(s.state.messages.filter((row) => row.seq <= s.state.head.summaryCutAt))
    s.refuse({ type: 'session-drop-summary', size }, { seq: 0 })
    s.start().refuse({ type: 'session-drop-summary', size })
    s.put({ type: 'user-abort', partials: {} }).put({ type: 'session-drop-summary', size })
    expect([s.state.summary, s.state.head.summaryCutAt]).toEqual([null, 0])
    expect(s.state.head.contextSize).toBe(sizeOfMessages(s.state.messages))
    expect(s.keys).toEqual([])
  })
})
