import { expect, it } from 'vitest'
import { planCompression } from '../../../../src/agent/compress/plan.ts'
import { Summary } from '../../../../src/agent/state.ts'
import { buildRequest } from '../../../../src/effects/context/build-request.ts'
import { containerOf as anthropicContainer } from '../../../../src/llm/anthropic-container.ts'
import { containerOf as openaiContainer } from '../../../../src/llm/openai-container.ts'
import type { CodeRun, LlmRequest, ProviderMeta } from '../../../../src/llm/port.ts'
import { Session } from '../../agent/session.ts'
import { emptyHistory } from '../ask-brain-harness.ts'

/**
 * A provider's sandbox has its name from the newest answer that ran code in it, also when a summary stands for that
 * answer.
 */

const LATER = '2999-01-01T00:00:00Z'
const claude = (id: string): ProviderMeta => ({ anthropic: { container: { id, expiresAt: LATER } } })
const openai = (id: string): ProviderMeta => ({ 'openai-container': { id } })
const ran = (meta: ProviderMeta): CodeRun => ({ type: 'code-run', language: 'python', code: 'x', output: 'y', meta })

const session = (): Session => new Session({ ownCode: true }).send('Begin')
const answer = (s: Session, ...metas: ProviderMeta[]): Session =>
  s.answer('', [], { content: [...metas.map(ran), { type: 'text', text: 'done '.repeat(600) }] }).send('Go on')

/** All but the newest round gives way to a summary, which is read from the disk. */
function compressed(s: Session): Session {
  s.put({ type: 'user-compact', instruction: '' })
  const { head, config, summary, messages } = s.state
  const rows = messages.filter((row) => row.seq > (summary?.cutAt ?? 0))
  const plan = planCompression({ head, config, summary, rows, files: [] })
  if (plan.type !== 'fold') throw new Error(`nothing to fold: ${plan.type}`)
  const { type: _, text: __, most: ___, more: ____, ...folded } = plan
  s.put({ type: 'brain-compress-history', cut: head.compact?.cut ?? 0, summary: 'It was done.', ...folded })
  expect(Summary.parse(JSON.parse(JSON.stringify(s.state.summary)))).toEqual(s.state.summary)
  return s
}

async function asked({ state }: Session): Promise<LlmRequest> {
  const source = {
    ...emptyHistory,
    messagesAfter: async (cutAt: number) => state.messages.filter(({ seq }) => seq > cutAt),
    rowsAt: async (ns: readonly number[]) => state.messages.filter(({ n }) => ns.includes(n)),
  }
  const senses = { images: false, pdf: false, sounds: [] }
  const { request } = await buildRequest(state, state.head.seq, source, [], () => ({ tools: [], words: '' }), senses)
  return { ...request, signal: new AbortController().signal }
}
const named = async (s: Session) => {
  const request = await asked(s)
  expect(JSON.stringify(request.messages)).toContain('It was done.')
  return { anthropic: anthropicContainer(request, 0), openai: openaiContainer(request) }
}

it('the files of a sandbox are lost when a summary takes the place of the answer that named it', async () => {
  const s = compressed(answer(answer(answer(session(), claude('c1')), claude('c2')), openai('o1')))
  expect(await named(s)).toEqual({ anthropic: 'c2', openai: 'o1' })
})

it('they are lost with the second summary', async () => {
  const s = answer(answer(compressed(answer(answer(session(), claude('c1')), openai('o1')))))
  expect(await named(compressed(s))).toEqual({ anthropic: 'c1', openai: 'o1' })
})

it('a sandbox that was begun since the summary gives way to the one before it', async () => {
  const s = answer(compressed(answer(answer(session(), claude('c1')), claude('c2'))), claude('c3'))
  expect(await named(s)).toMatchObject({ anthropic: 'c3' })
  expect(await named(compressed(answer(answer(s))))).toMatchObject({ anthropic: 'c3' })
})

it('what was run in an answer that is no longer in the conversation is not heard of', async () => {
  const s = compressed(answer(answer(session(), claude('c1')), claude('c2')))
  const { ran: rows } = s.state.summary ?? {}
  const later = s.state.messages.map((row) => (row.n === rows?.['anthropic'] ? { ...row, seq: 1e6 } : row))
  s.state = { ...s.state, messages: later }
  const request = { ...(await asked(s)), messages: [] }
  expect(anthropicContainer(request, 0)).toBe(null)
})
