import { type EventRules, isRecord } from './events.ts'

/**
 * The chunks of `streamGenerateContent`. The library fails at parts and fields of a shape that it does not know: so only those come to it that
 * an answer is made of.
 */

/** What a part may be; one that is none of these, and only signs, says nothing. */
const PARTS = [
  'text',
  'functionCall',
  'inlineData',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
]

export function googleEvents(): EventRules {
  let counted: Record<string, number> = {}
  return {
    read: (event) => {
      if (!isRecord(event) || isRecord(event['error'])) return { event }
      counted = { ...counted, ...numbersIn(event['usageMetadata']) }
      const { candidates, promptFeedback, responseId } = event
      const known = ['candidates', 'promptFeedback', 'usageMetadata', 'responseId'].some((name) => name in event)
      if (!known) return typeof event['type'] === 'string' ? 'skip' : { event: {} }
      const candidate: unknown = Array.isArray(candidates) ? candidates[0] : undefined
      const blocked = isRecord(promptFeedback) && typeof promptFeedback['blockReason'] === 'string'
      const reason = isRecord(candidate) ? candidate['finishReason'] : undefined
      const ended = (typeof reason === 'string' && reason !== '') || blocked
      return {
        event: {
          ...(typeof responseId === 'string' && { responseId }),
          ...(isRecord(candidate) && { candidates: [tidyCandidate(candidate)] }),
          ...(isRecord(event['usageMetadata']) && { usageMetadata: numbersIn(event['usageMetadata']) }),
          ...(blocked && { promptFeedback: { blockReason: promptFeedback['blockReason'] } }),
        },
        ...(ended ? { end: 'finish' } : {}),
      }
    },
    usage: () => {
      if (Object.keys(counted).length === 0) return null
      const { promptTokenCount = 0, toolUsePromptTokenCount = 0, candidatesTokenCount = 0 } = counted
      const { thoughtsTokenCount: reasoning = 0, cachedContentTokenCount: cacheRead = 0 } = counted
      const input = promptTokenCount + toolUsePromptTokenCount
      return { input, output: candidatesTokenCount + reasoning, cacheRead, reasoning }
    },
  }
}

function tidyCandidate(candidate: Record<string, unknown>): Record<string, unknown> {
  const { content, finishReason, groundingMetadata, continuationToken } = candidate
  const parts = isRecord(content) && Array.isArray(content['parts']) ? content['parts'].filter(isRecord) : null
  return {
    ...(parts && { content: { parts: parts.filter((part) => PARTS.some((name) => part[name] !== undefined)) } }),
    ...(typeof finishReason === 'string' && { finishReason }),
    ...(typeof continuationToken === 'string' && { continuationToken }),
    ...(isRecord(groundingMetadata) && { groundingMetadata: { groundingChunks: webChunks(groundingMetadata) } }),
  }
}

/** Pages that an answer is grounded on, without what else may be said of them. */
function webChunks(metadata: Record<string, unknown>): { web: { uri: string; title?: string } }[] {
  const chunks = Array.isArray(metadata['groundingChunks']) ? metadata['groundingChunks'].filter(isRecord) : []
  return chunks.flatMap(({ web }) => {
    if (!isRecord(web) || typeof web['uri'] !== 'string') return []
    const { uri, title } = web
    return [{ web: { uri, ...(typeof title === 'string' && { title }) } }]
  })
}

function numbersIn(usage: unknown): Record<string, number> {
  if (!isRecord(usage)) return {}
  return Object.fromEntries(
    Object.entries(usage).filter((field): field is [string, number] => typeof field[1] === 'number'),
  )
}
