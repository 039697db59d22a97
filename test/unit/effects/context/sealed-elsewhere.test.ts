import { expect, it } from 'vitest'
import { buildRequest } from '../../../../src/effects/context/build-request.ts'
import type { LlmMessage } from '../../../../src/llm/port.ts'
import { Session } from '../../agent/session.ts'
import { CONFIG } from '../../agent/world/settings.ts'
import { emptyHistory } from '../ask-brain-harness.ts'

/**
 * What one provider has signed or sealed does not go to another, where it would be refused: two of one kind are two
 * accounts.
 */

const meta = { anthropic: { signature: 'c2ln' } }
const SEALED = { type: 'thinking', text: 'hm', meta } as const
const PLAIN = { type: 'thinking', text: 'plain words' } as const

/** The second message of what `providerId` is asked after an answer of the provider `p`. */
async function answerTold(providerId: string): Promise<LlmMessage | undefined> {
  const session = new Session({ model: { ...CONFIG.model, providerId } })
  const content = [SEALED, PLAIN, { type: 'text', text: 'Hi.', meta }] as const
  session.send('Hello').answer('', [{ meta }], { content: [...content] })
  const { state } = session.respond('alpha')
  const source = { ...emptyHistory, messagesAfter: async () => [...state.messages] }
  const senses = { images: false, pdf: false, sounds: [] }
  const { request } = await buildRequest(state, state.head.seq, source, [], () => ({ tools: [], words: '' }), senses)
  return request.messages[1]
}

it('a second account of the same kind is asked with thinking that the first one signed, which it refuses', async () => {
  const call = { type: 'tool-call', id: 'call_0', name: 'read', arguments: '{}' }
  expect(await answerTold('q')).toEqual({ role: 'assistant', content: [PLAIN, { type: 'text', text: 'Hi.' }, call] })
})

it('the one that signed it has it back, in the middle of its tools as well', async () => {
  const call = { type: 'tool-call', id: 'call_0', name: 'read', arguments: '{}', meta }
  const text = { type: 'text', text: 'Hi.', meta }
  expect(await answerTold('p')).toEqual({ role: 'assistant', content: [SEALED, PLAIN, text, call] })
})
