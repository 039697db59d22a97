import { describe, expect, it } from 'vitest'
import type { State } from '../../../../src/agent/state.ts'
import { type LookUpSource, lookUp } from '../../../../src/effects/context/look-up.ts'
import { makeRounds } from '../../../../src/effects/context/lookup-rounds.ts'
import { Session } from '../../agent/session.ts'
import { emptyHistory, USAGE } from '../ask-brain-harness.ts'

/** What the brain may look up in its own past; whatever is wrong there, it is told in words. */

const past = (): State => {
  const limits = { maxTurns: 100, maxTokensPerRun: null, maxCostPerRun: null, maxCostPerDay: null, maxSameCall: null }
  const s = new Session({ compressAbove: 1_000_000, limits }).send('the needle is heron')
  for (let n = 0; n < 4; n++)
    s.answer(`step ${n}`, [{ name: 'read', args: `{"n":${n}}` }]).respond(`result ${n} `.repeat(40))
  s.answer('done').send('and now')
  s.put({ type: 'user-compact', instruction: '' })
  const cut = s.state.head.compact?.cut ?? 0
  const cutAt = s.state.messages[5]?.seq ?? 0
  const calls = s.calls.slice(0, 3).map(({ id, name }, n) => ({ id, name, n: 2 * n + 1 }))
  s.put({ type: 'brain-compress-history', cut, summary: 'S', cutAt, remaining: 10, calls })
  return s.state
}
const work = { cut: 1_000, attempt: 0 }

const sourceOf = ({ messages }: State, broken: Partial<LookUpSource> = {}): LookUpSource => ({
  ...emptyHistory,
  messagesAfter: async (after, upTo) => messages.filter(({ seq }) => seq > after && seq <= upTo),
  messagesUpTo: async (seq, count) => messages.filter((row) => row.seq <= seq).slice(-count),
  answerOf: async (id) =>
    messages.find((row) => row.role === 'assistant' && row.calls.some((call) => call.id === id)) ?? null,
  pages: async function* () {
    yield [...messages]
  },
  ...broken,
})
const look = (name: string, args: unknown, state = past(), broken: Partial<LookUpSource> = {}) =>
  lookUp({ name, args: typeof args === 'string' ? args : JSON.stringify(args) }, work, state, sourceOf(state, broken))
const unreadable = (): never => {
  throw new Error('message 2 is damaged')
}

describe('looking up', () => {
  it('a call gives its arguments and its result, and counts what it adds', async () => {
    const state = past()
    const call = state.summary?.calls[0]
    const { text, input } = await look('load_tool_call', { id: call?.id }, state)
    expect(text).toContain('read {"n":0}')
    expect(text).toContain('result 0')
    expect(input).toMatchObject({ type: 'brain-load-tool-call', toolCallId: call?.id, n: 1 })
  })
  it.each([
    ['load_tool_call', { id: '99.0.0' }, 'No earlier tool call'],
    ['load_tool_call', { id: '../../etc' }, 'No earlier tool call'],
    ['load_tool_call', {}, 'No earlier tool call'],
    ['load_tool_call', '{"id":', 'not a JSON object'],
    ['load_tool_call', '[1]', 'not a JSON object'],
    ['search_history', {}, 'Say which words'],
    ['search_history', { words: 'nowhere' }, 'Nothing in this conversation'],
    ['forget_all', {}, 'There is no tool named'],
  ])('%s of %j is answered in words and counted as a round', async (name, args, words) => {
    const { text, input } = await look(name, args)
    expect(text).toContain(words)
    expect(input.type).toBe('brain-search-history')
  })
  it('words are found with an id that can be loaded', async () => {
    const { text } = await look('search_history', { words: 'NEEDLE heron' })
    expect(text).toContain('the needle is heron')
    expect((await look('search_history', { words: 'result 2' })).text).toMatch(/tool call \d+\.\d+\.\d+ \(read\)/)
  })
  it.each([
    ['ΟΔΟΣ', 'Η οδός προς το σπίτι'],
    ['οδοσ', 'Η ΟΔΌΣ'],
    ['cafe', 'ein Café'],
  ])('%s was not found in "%s"', async (words, said) => {
    const text = `${'ﬁ '.repeat(300)}${said}`
    const state = new Session().send(text).state
    expect((await look('search_history', { words }, state)).text).toContain(said)
  })
  it('messages come back from behind the summary', async () => {
    const { text, input } = await look('expand_history', { count: 2 })
    expect(text).toContain('result')
    expect(input.type).toBe('brain-expand-history')
  })
  it.each([
    ['load_tool_call', { answerOf: unreadable }],
    ['expand_history', { messagesUpTo: unreadable }],
    ['expand_history', { messagesAfter: unreadable }],
    ['search_history', { pages: unreadable }],
  ] as const)('%s over a row that cannot be read is told in words: the asking goes on', async (name, broken) => {
    const state = past()
    const args = { id: state.summary?.calls[0]?.id, count: 3, words: 'needle' }
    const { text, input } = await look(name, args, state, broken)
    expect(text).toContain('cannot be read')
    expect(input.type).toBe('brain-search-history')
  })
})

describe('rounds of looking up', () => {
  it('give every call an id of its own, though the provider repeats them or sends none', async () => {
    const state = past()
    const rounds = makeRounds(work, {
      lookUp: { source: sourceOf(state), current: () => state, code: async () => lookUp },
      dispatch: async () => true,
    })
    const tool = (id: string) => ({
      type: 'tool-call' as const,
      id,
      name: 'search_history',
      arguments: '{"words":"needle"}',
      meta: undefined,
    })
    const request = {
      model: 'm',
      system: '',
      messages: [
        { role: 'assistant' as const, content: [tool('a')] },
        { role: 'tool' as const, id: 'a', name: 'x', content: [], isError: false },
      ],
      tools: [],
      toolChoice: 'auto' as const,
      thinking: 'off' as const,
    }
    const built = { request, items: [], size: 1, fixed: 0 }
    rounds.added(built)
    const given = { usage: USAGE, cost: null }
    for (const calls of [
      [tool('a'), tool('a'), tool('')],
      [tool('a'), tool('')],
    ])
      expect(await rounds.take({ ...given, said: calls })).toBe('taken')
    const { messages } = rounds.added(built).request
    const asked = messages.flatMap((message) =>
      message.role === 'assistant'
        ? message.content.flatMap((block) => (block.type === 'tool-call' ? [block.id] : []))
        : [],
    )
    expect(new Set(asked).size).toBe(6)
    expect(messages.flatMap((message) => (message.role === 'tool' ? [message.id] : []))).toEqual(asked)
  })
})
