import { numbersIn } from './counts.ts'
import type { EventRules } from './events.ts'
import { tidyOwnTool } from './google-own-tools.ts'
import { isRecord } from './is-record.ts'
import { gatherSources, type SourceGatherer, unitsOfBytes } from './sources.ts'

/**
 * The chunks of `streamGenerateContent`. The library fails on parts and fields of unknown shape, so it gets only those
 * that an answer consists of.
 */

/** Known kinds of parts; a part of another kind, or with only a signature, says nothing. */
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
  let tier: unknown = null
  const sources = gatherSources()
  let text = ''
  const queries = new Set<unknown>()
  const joinCalls = callJoiner()
  let said = false
  let isEarly = false
  return {
    read: (event) => {
      if (!isRecord(event)) return { event }
      counted = { ...counted, ...numbersIn(event['usageMetadata']) }
      if (isRecord(event['usageMetadata'])) tier = event['usageMetadata']['serviceTier'] ?? tier
      const { candidates, promptFeedback, responseId } = event
      const known = ['candidates', 'promptFeedback', 'usageMetadata', 'responseId'].some((name) => name in event)
      if (!known) return typeof event['type'] === 'string' ? 'skip' : { event: {} }
      const candidate: unknown = Array.isArray(candidates) ? candidates[0] : undefined
      text += textIn(candidate)
      if (isRecord(candidate) && isRecord(candidate['groundingMetadata']))
        takeGrounds(candidate['groundingMetadata'], text, sources, queries)
      const blocked = isRecord(promptFeedback) && typeof promptFeedback['blockReason'] === 'string'
      const reason = isRecord(candidate) ? candidate['finishReason'] : undefined
      said ||= partsIn(candidate).some(isKnown)
      // some gateways mark empty pieces before the first word as the end
      const isEmpty = reason === 'STOP' && !said
      isEarly = !said && (isEarly || isEmpty)
      const ended = (typeof reason === 'string' && reason !== '' && !isEmpty) || blocked
      return {
        event: {
          ...(typeof responseId === 'string' && { responseId }),
          ...(isRecord(candidate) && {
            candidates: [tidyCandidate(candidate, ended, (parts) => joinCalls(parts, ended))],
          }),
          ...(isRecord(event['usageMetadata']) && { usageMetadata: numbersIn(event['usageMetadata']) }),
          ...(blocked && { promptFeedback: { blockReason: promptFeedback['blockReason'] } }),
        },
        ...(ended ? { end: 'finish' } : {}),
      }
    },
    atEnd: () => (isEarly ? [{ candidates: [{ finishReason: 'STOP' }] }] : []),
    whole: (document) =>
      ['candidates', 'promptFeedback', 'usageMetadata'].some((name) => name in document) ? [document] : null,
    found: sources.found,
    searches: () => queries.size,
    tier: () => tier,
    usage: () => {
      if (Object.keys(counted).length === 0) return null
      const { promptTokenCount = 0, toolUsePromptTokenCount = 0, candidatesTokenCount = 0 } = counted
      const { thoughtsTokenCount: reasoning = 0, cachedContentTokenCount: cacheRead = 0 } = counted
      const input = promptTokenCount + toolUsePromptTokenCount
      return { input, output: candidatesTokenCount + reasoning, cacheRead, reasoning }
    },
  }
}

type Parts = Record<string, unknown>[]

/**
 * A call without arguments waits for the next part: some gateways send its arguments there, without its name. `ends`:
 * no part follows.
 */
function callJoiner(): (parts: Parts, ends: boolean) => Parts {
  let waiting: Parts = []
  return (parts, ends) => {
    const joined: Parts = []
    for (const part of [...waiting, ...parts]) {
      const before = joined.at(-1)
      const rest = before !== undefined && isBareCall(before) ? argumentsAlone(part) : null
      if (rest === null) joined.push(part)
      else
        joined[joined.length - 1] = {
          ...part,
          ...before,
          functionCall: { ...Object(before?.['functionCall']), ...rest },
        }
    }
    const last = joined.at(-1)
    waiting = !ends && last !== undefined && isBareCall(last) ? joined.splice(-1) : []
    return joined
  }
}

/** A call with a name, and without arguments. */
function isBareCall({ functionCall: call }: Record<string, unknown>): boolean {
  if (!isRecord(call) || typeof call['name'] !== 'string' || call['name'] === '') return false
  if ((call['partialArgs'] ?? call['willContinue']) !== undefined) return false
  return Object.keys(Object(call['args'])).length === 0
}

function argumentsAlone({ functionCall: call }: Record<string, unknown>): { args: object } | null {
  if (!isRecord(call) || !isRecord(call['args']) || call['name']) return null
  return { args: call['args'] }
}

function tidyCandidate(
  candidate: Record<string, unknown>,
  ended: boolean,
  join: (parts: Parts) => Parts,
): Record<string, unknown> {
  const { content, finishReason, groundingMetadata, continuationToken } = candidate
  const parts = isRecord(content) && Array.isArray(content['parts']) ? content['parts'].filter(isRecord) : null
  return {
    ...(parts && { content: { parts: join(parts.filter(isKnown)).map(tidyRun).map(tidyOwnTool) } }),
    ...(typeof finishReason === 'string' && ended && { finishReason }),
    ...(typeof continuationToken === 'string' && { continuationToken }),
    ...(isRecord(groundingMetadata) && { groundingMetadata: { groundingChunks: webChunks(groundingMetadata) } }),
  }
}

const isKnown = (part: Record<string, unknown>): boolean => PARTS.some((name) => part[name] !== undefined)

/** Code that Google runs, and its result. */
function tidyRun(part: Record<string, unknown>): Record<string, unknown> {
  const { executableCode: code, codeExecutionResult: result } = part
  if (isRecord(code))
    return { executableCode: { language: wordOr(code['language'], 'PYTHON'), code: wordOr(code['code'], '') } }
  if (!isRecord(result)) return part
  return {
    codeExecutionResult: {
      outcome: wordOr(result['outcome'], 'OUTCOME_UNSPECIFIED'),
      output: wordOr(result['output'], ''),
    },
  }
}
const wordOr = (value: unknown, none: string): string => (typeof value === 'string' ? value : none)

function partsIn(candidate: unknown): Parts {
  const content = isRecord(candidate) ? candidate['content'] : undefined
  return isRecord(content) && Array.isArray(content['parts']) ? content['parts'].filter(isRecord) : []
}

/** The text of a chunk, without thinking. */
function textIn(candidate: unknown): string {
  return partsIn(candidate)
    .map(({ text, thought }) => (typeof text === 'string' && thought !== true ? text : ''))
    .join('')
}

/**
 * Pages, and the words that are based on them. Offsets count bytes from the start of a part, but a stream splits parts
 * differently: so the words, which are included, show where they end.
 */
function takeGrounds(
  metadata: Record<string, unknown>,
  text: string,
  sources: SourceGatherer,
  queries: Set<unknown>,
): void {
  const asked = metadata['webSearchQueries']
  if (Array.isArray(asked)) for (const query of asked) if (query !== '') queries.add(query)
  const chunks = list(metadata['groundingChunks']).map(({ web }) =>
    isRecord(web) && typeof web['uri'] === 'string' ? sources.take(web['uri'], web['title']) : null,
  )
  for (const { segment, groundingChunkIndices: indices } of list(metadata['groundingSupports'])) {
    if (!isRecord(segment) || !Array.isArray(indices)) continue
    const end = endOf(segment, text)
    if (end !== null) for (const index of indices) sources.cite(chunks[Number(index)] ?? null, end)
  }
}

function endOf({ endIndex, text: words }: Record<string, unknown>, text: string): number | null {
  if (typeof endIndex !== 'number' || endIndex <= 0) return null
  const end = unitsOfBytes(text, endIndex)
  if (typeof words !== 'string' || words === '' || text.slice(0, end).endsWith(words)) return end
  const at = text.indexOf(words)
  return at < 0 || text.includes(words, at + 1) ? null : at + words.length
}

const list = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map((each) => (isRecord(each) ? each : {})) : []

/** Pages that an answer is based on, without other fields. */
function webChunks(metadata: Record<string, unknown>): { web: { uri: string; title?: string } }[] {
  const chunks = Array.isArray(metadata['groundingChunks']) ? metadata['groundingChunks'].filter(isRecord) : []
  return chunks.flatMap(({ web }) => {
    if (!isRecord(web) || typeof web['uri'] !== 'string') return []
    const { uri, title } = web
    return [{ web: { uri, ...(typeof title === 'string' && { title }) } }]
  })
}
