import { saidIn } from './error-body.ts'
import type { Verdict } from './events.ts'
import { isRecord } from './is-record.ts'

/**
 * Converts Google's interactions to shapes that the library knows. It is strict about all of them, so it gets only what
 * an answer consists of.
 */

type Event = Record<string, unknown>

const textOr = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Fields in the start of a step, except its type; they may include empty signatures. */
export function fieldsOf({ id, call_id, name, signature, summary, arguments: given }: Event): object {
  const summaries = Array.isArray(summary) ? summary.filter(isRecord) : []
  return {
    ...(textOr(id) !== null && { id }),
    ...(textOr(call_id) !== null && { call_id }),
    ...(typeof name === 'string' && { name }),
    ...(textOr(signature) !== null && { signature }),
    ...(isRecord(given) && typeof given['code'] === 'string' && { arguments: codeOf(given) }),
    summary: summaries.flatMap(({ text }) => (textOr(text) === null ? [] : [{ type: 'text', text }])),
  }
}

export const textIn = (content: unknown): string =>
  (Array.isArray(content) ? content.filter(isRecord) : []).map(({ text }) => textOr(text) ?? '').join('')

/** In the form for `generateContent`, which may make the next request. */
const codeOf = ({ language, code }: Event): object => ({
  language: typeof language === 'string' ? language.toUpperCase() : 'PYTHON',
  code,
})

export function tidyDelta(step: string, given: Event): Event | null {
  const { type } = given
  if (step === 'model_output') {
    if (type === 'text') return textOr(given['text']) === null ? null : { type, text: given['text'] }
    const { data, mime_type } = given
    return type === 'image' && textOr(data) !== null && textOr(mime_type) !== null ? { type, data, mime_type } : null
  }
  if (step === 'thought') {
    if (type === 'thought_signature' && textOr(given['signature']) !== null)
      return { type, signature: given['signature'] }
    const { content } = given
    if (type !== 'thought_summary' || !isRecord(content) || textOr(content['text']) === null) return null
    return { type, content: { type: 'text', text: content['text'] } }
  }
  if (step === 'function_call')
    return type === 'arguments_delta' && textOr(given['arguments']) !== null
      ? {
          type,
          arguments: given['arguments'],
          ...(textOr(given['signature']) !== null && { signature: given['signature'] }),
        }
      : null
  if (type !== step) return null
  if (step === 'code_execution_call') {
    const { arguments: code } = given
    return isRecord(code) && typeof code['code'] === 'string' ? { type, arguments: codeOf(code) } : null
  }
  const outcome = given['is_error'] === true ? 'OUTCOME_FAILED' : 'OUTCOME_OK'
  const { call_id } = given
  return {
    type,
    ...(textOr(call_id) !== null && { call_id }),
    result: { outcome, output: textOr(given['result']) ?? '' },
  }
}

const INCOMPLETE = new Set<unknown>(['incomplete', 'budget_exceeded'])

/** The last event of an interaction, in the library's form. */
export function completed(interaction: Event): Verdict {
  const { id, status, usage } = interaction
  if (status === 'failed') return { failed: saidIn({ error: errorIn(interaction['error']) }) }
  // ends like a broken stream
  if (status === 'cancelled')
    return { event: { event_type: 'interaction.status_update', status: 'in_progress' }, end: 'last' }
  const counted = isRecord(usage)
    ? Object.fromEntries(Object.entries(usage).filter(([, value]) => typeof value === 'number'))
    : {}
  const input = Number(counted['total_input_tokens'] ?? 0) + Number(counted['total_tool_use_tokens'] ?? 0)
  return {
    event: {
      event_type: 'interaction.completed',
      interaction: {
        ...(typeof id === 'string' && { id }),
        status: INCOMPLETE.has(status) ? 'incomplete' : 'completed',
        usage: { ...counted, ...(input > 0 && { total_input_tokens: input }) },
      },
    },
    end: 'last',
  }
}

/** `code` is a number or a word. */
function errorIn(error: unknown): { code?: unknown; message: string } {
  const { code, message } = isRecord(error) ? error : {}
  const said = typeof message === 'string' ? message : 'The interaction failed.'
  return { message: said, ...((typeof code === 'string' || typeof code === 'number') && { code }) }
}
