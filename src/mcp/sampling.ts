/** A server's wish to ask a model (`sampling/createMessage`), bounded. Only text is passed on. */

export type Sampled = {
  system: string
  messages: { role: 'user' | 'assistant'; text: string }[]
  maxTokens: number
}

const MOST_MESSAGES = 20
/** The person sees all of them. */
const MOST_CHARACTERS = 6000
const MOST_TOKENS = 4096

type Loose = Record<string, unknown>
const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Throws a sentence for the server if it cannot be asked. */
export function readSampling(params: unknown): Sampled {
  if (!isLoose(params) || !Array.isArray(params['messages'])) throw new Error('There are no messages.')
  const given: unknown[] = params['messages']
  if (given.length === 0 || given.length > MOST_MESSAGES) throw new Error(`Send 1 to ${MOST_MESSAGES} messages.`)
  if (Array.isArray(params['tools']) && params['tools'].length > 0) throw new Error('Tools are not supported here.')
  const system = typeof params['systemPrompt'] === 'string' ? params['systemPrompt'] : ''
  const messages = given.map((message) => {
    if (!isLoose(message)) throw new Error('A message has no content.')
    return {
      role: message['role'] === 'assistant' ? ('assistant' as const) : ('user' as const),
      text: textOf(message['content']),
    }
  })
  const length = messages.reduce((sum, { text }) => sum + text.length, system.length)
  if (length > MOST_CHARACTERS) throw new Error(`Send at most ${MOST_CHARACTERS} characters.`)
  if (messages.at(-1)?.role !== 'user') throw new Error('The last message must be of the user.')
  const wish = params['maxTokens']
  const maxTokens = typeof wish === 'number' && wish >= 1 ? Math.min(MOST_TOKENS, Math.floor(wish)) : MOST_TOKENS
  return { system, messages, maxTokens }
}

function textOf(content: unknown): string {
  const blocks: unknown[] = Array.isArray(content) ? content : [content]
  const texts = blocks.map((block) => {
    if (!isLoose(block) || block['type'] !== 'text' || typeof block['text'] !== 'string')
      throw new Error('Only text can be asked about.')
    return block['text']
  })
  const text = texts.join('\n')
  if (text.trim() === '') throw new Error('A message is empty.')
  return text
}

/** Everything that the model would read, for the person. */
export const wordsOfSampling = ({ system, messages }: Sampled): string =>
  [...(system === '' ? [] : [{ role: 'system', text: system }]), ...messages]
    .map(({ role, text }) => `${role}: ${text}`)
    .join('\n\n')
