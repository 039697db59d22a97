import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider'
import { isCodeTool, runEndParts, runPart, type ToldRun } from './code-runs.ts'
import { streamError } from './error-body.ts'
import { plainError } from './failure.ts'
import { ownToolMeta } from './google-own-tools.ts'
import type { LlmPart, ModelImage, ProviderMeta, StopReason, Usage } from './port.ts'

import { isObject, saidByLast } from './repeated-arguments.ts'
/**
 * Maps the stream parts of a LanguageModelV4 to ours. Contract: each block is start, deltas, end; blocks may overlap;
 * `start` is first; after `done` or `error` nothing more may be fed in. A block that was cut off gets no end.
 */
export type PartMapper = {
  map: (part: LanguageModelV4StreamPart) => LlmPart[]
  /** A picture that the library does not know of. */
  picture: (image: ModelImage) => LlmPart[]
  finishedEarly: () => LlmPart
  /**
   * Number of the last event, which may have had nothing for an answer: it shows that the provider is still working.
   */
  lastEvent: () => number | undefined
}

/** Ids that the chat completions library gives to all texts and all thinking of an answer. */
const SHARED_IDS = new Set(['txt-0', 'reasoning-0'])

/**
 * Name under which an adapter passes an answer's own data (`meta`) and its cost in dollars (`cost`), with its finish.
 */
export const KEPT = 'kept'

const HALF_A_CALL = 'The provider ended it in the middle of a tool call.'

/** `pieces`: of a call's arguments, as they came. */
type Block = { index: number; pieces: string[]; name: string; meta: ProviderMeta; id: string }

export function createPartMapper(): PartMapper {
  const open = new Map<string, Block>()
  const runs = new Map<string, ToldRun>()
  let started = false
  let blocks = 0
  /** Index of the last run that began; -1: none. */
  let lastRun = -1
  let calls = 0
  let said = false
  let cursor: number | undefined

  const begin = (): LlmPart[] => {
    if (started) return []
    started = true
    return [{ type: 'start' }]
  }

  const openBlock = (key: string, part: { providerMetadata?: unknown }, id = '', name = ''): Block => {
    const block = { index: blocks++, pieces: [], name, id, meta: {} }
    open.set(key, block)
    addMeta(block, part)
    return block
  }

  const words = (kind: 'text' | 'thinking', part: WordsPart): LlmPart[] => {
    const key = `${kind}:${part.id}`
    const before: LlmPart[] = []
    const last = open.get(key)
    // text after a call or a run becomes a new block, although the library keeps the same id
    if (last !== undefined && last.index < (SHARED_IDS.has(part.id) ? blocks - 1 : lastRun) && part.delta) {
      open.delete(key)
      before.push({ type: `${kind}-end`, index: last.index })
    }
    const known = open.get(key)
    const block = known ?? openBlock(key, part)
    const parts: LlmPart[] = known ? [] : [...begin(), ...before, { type: `${kind}-start`, index: block.index }]
    addMeta(block, part)
    if (part.delta !== undefined && part.delta !== '') {
      if (part.delta.trim() !== '') said = true
      parts.push({ type: `${kind}-delta`, index: block.index, text: part.delta })
    }
    return parts
  }

  const endWords = (kind: 'text' | 'thinking', part: WordsPart): LlmPart[] => {
    const parts = words(kind, part)
    const block = open.get(`${kind}:${part.id}`)
    if (block === undefined) return parts
    open.delete(`${kind}:${part.id}`)
    const meta = Object.keys(block.meta).length === 0 ? {} : { meta: block.meta }
    const redacted = kind === 'thinking' && isRedacted(block.meta) ? { redacted: true } : {}
    return [...parts, { type: `${kind}-end`, index: block.index, ...redacted, ...meta }]
  }

  const startCall = (id: string, name: string, part: { providerMetadata?: unknown }): LlmPart[] => {
    const block = openBlock(`call:${id}`, part, id, name)
    return [...begin(), { type: 'tool-call-start', index: block.index, id, name }]
  }

  const beginRun = (id: string, input: string): LlmPart[] => {
    const run = { index: blocks++, id, input }
    runs.set(id, run)
    lastRun = run.index
    said = true
    return [...begin(), runPart(run)]
  }

  /** Data to be sent back that is not shown to the person. */
  const keepOwn = (meta: ProviderMeta | null): LlmPart[] => {
    if (meta === null) return []
    const index = blocks++
    lastRun = index
    return [...begin(), { type: 'thinking-start', index }, { type: 'thinking-end', index, meta }]
  }

  const picture = (image: ModelImage): LlmPart[] => {
    said = true
    return [...begin(), { ...image, index: blocks++ }]
  }

  const map = (part: LanguageModelV4StreamPart): LlmPart[] => {
    // a raw event precedes the parts made from it
    if (part.type === 'raw') cursor = cursorOf(part.rawValue) ?? cursor
    const parts = mapPart(part)
    return cursor === undefined ? parts : parts.map((made) => (isLast(made) ? made : { ...made, cursor }))
  }

  const mapPart = (part: LanguageModelV4StreamPart): LlmPart[] => {
    switch (part.type) {
      case 'response-metadata':
        if (started) return []
        started = true
        return [{ type: 'start', responseId: part.id, model: part.modelId }]
      case 'text-start':
      case 'text-delta':
        return words('text', part)
      case 'text-end':
        return endWords('text', part)
      case 'reasoning-start':
      case 'reasoning-delta':
        return words('thinking', part)
      case 'reasoning-end':
        return endWords('thinking', part)
      case 'tool-input-start':
        // run by the provider itself, so not ours; or already begun and repeated
        if (part.providerExecuted || open.has(`call:${part.id}`)) return []
        return startCall(part.id, part.toolName, part)
      case 'tool-input-delta': {
        const block = open.get(`call:${part.id}`)
        if (block === undefined || part.delta === '') return []
        block.pieces.push(part.delta)
        return [{ type: 'tool-call-delta', index: block.index, text: part.delta }]
      }
      case 'tool-call': {
        if (part.providerExecuted)
          return isCodeTool(part.toolName) ? beginRun(part.toolCallId, part.input) : keepOwn(ownToolMeta(part))
        const parts = open.has(`call:${part.toolCallId}`) ? [] : startCall(part.toolCallId, part.toolName, part)
        const block = open.get(`call:${part.toolCallId}`)
        if (block === undefined) return parts
        open.delete(`call:${part.toolCallId}`)
        calls++
        addMeta(block, part)
        const text = wholeArguments(part.input, block.pieces)
        if (block.pieces.length === 0) parts.push({ type: 'tool-call-delta', index: block.index, text })
        const meta = Object.keys(block.meta).length === 0 ? {} : { meta: block.meta }
        parts.push({
          type: 'tool-call-end',
          index: block.index,
          id: block.id,
          name: block.name,
          arguments: text,
          ...meta,
        })
        return parts
      }
      case 'tool-result': {
        const run = runs.get(part.toolCallId)
        runs.delete(part.toolCallId)
        return run === undefined ? keepOwn(ownToolMeta(part)) : runEndParts(run, part.result, () => blocks++)
      }
      case 'file': {
        if (!part.mediaType.startsWith('image/') || part.data.type !== 'data') return []
        const { data } = part.data
        const meta = part.providerMetadata as ProviderMeta | undefined
        const image = { mediaType: part.mediaType, data: typeof data === 'string' ? data : base64(data) }
        return picture({ type: 'image', ...image, ...(meta && { meta }) })
      }
      case 'error':
        return [{ type: 'error', error: streamError(part.error) }]
      case 'finish': {
        const ends = endOpen(part.finishReason.unified === 'length')
        if (ends === null)
          return [{ type: 'error', error: plainError('broken-stream', HALF_A_CALL), ...counted(usageOf(part.usage)) }]
        return [...begin(), ...ends, ...finish(part, calls, said, () => blocks++)]
      }
      default:
        // pings, raw chunks, sources: not part of an answer
        return []
    }
  }
  /** Ends all open blocks. null: a call is half written, although the answer was not cut off. */
  const endOpen = (cutOff: boolean): LlmPart[] | null => {
    const left = [...open]
    if (!cutOff && left.some(([key]) => key.startsWith('call:'))) return null
    return left.flatMap(([key, block]): LlmPart[] => {
      const [kind, id] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)]
      if (kind === 'text' || kind === 'thinking') return endWords(kind, { id })
      calls++
      const { index, name, pieces } = block
      return [{ type: 'tool-call-end', index, id: block.id, name, arguments: pieces.join('') }]
    })
  }
  const finishedEarly = (): LlmPart => ({
    type: 'error',
    error: plainError('broken-stream', 'The provider ended it without marking it complete.'),
  })
  return { map, picture, finishedEarly, lastEvent: () => cursor }
}

/** What is no JSON as it was joined, may be what came more than once. */
function wholeArguments(input: string, pieces: readonly string[]): string {
  if (input.trim() === '') return '{}'
  return isObject(input) ? input : (saidByLast(pieces) ?? input)
}

function cursorOf(event: unknown): number | undefined {
  const value = (event as { sequence_number?: unknown } | null)?.sequence_number
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined
}
const isLast = ({ type }: LlmPart): boolean => type === 'done' || type === 'error'

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += 32_768)
    text += String.fromCharCode(...bytes.subarray(from, from + 32_768))
  return btoa(text)
}

type WordsPart = { id: string; delta?: string; providerMetadata?: unknown }

function addMeta(block: Block, part: { providerMetadata?: unknown }): void {
  if (part.providerMetadata === undefined) return
  for (const [provider, fields] of Object.entries(part.providerMetadata as ProviderMeta))
    block.meta = { ...block.meta, [provider]: { ...block.meta[provider], ...fields } }
}

function isRedacted(meta: ProviderMeta): boolean {
  return Object.values(meta).some((fields) => fields['redactedData'] !== undefined)
}

type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>

function finish(part: Finish, calls: number, said: boolean, nextIndex: () => number): LlmPart[] {
  const { unified } = part.finishReason
  const usage = usageOf(part.usage)
  if (unified === 'interrupted' || unified === 'error') {
    const error = plainError('broken-stream', 'The provider ended it before it was complete.')
    return [{ type: 'error', error, ...counted(usage) }]
  }
  const stopReason = stopReasonOf(unified, calls)
  const mayBeEmpty = stopReason === 'length' || stopReason === 'refusal'
  if (!said && calls === 0 && !mayBeEmpty) return [{ type: 'error', error: plainError('empty'), ...counted(usage) }]
  const kept = part.providerMetadata?.[KEPT] as { meta?: ProviderMeta; cost?: number } | undefined
  const done: LlmPart = { type: 'done', stopReason, usage, ...(kept?.cost === undefined ? {} : { cost: kept.cost }) }
  if (kept?.meta === undefined) return [done]
  const index = nextIndex()
  return [{ type: 'thinking-start', index }, { type: 'thinking-end', index, meta: kept.meta }, done]
}

const counted = (usage: Usage): { usage?: Usage } => (usage.input + usage.output === 0 ? {} : { usage })

/** Local servers send `stop` after tool calls, and some send `tool_calls` without any. */
function stopReasonOf(unified: LanguageModelV4FinishReason['unified'], calls: number): StopReason {
  if (unified === 'length') return 'length'
  if (unified === 'content-filter') return 'refusal'
  if (calls > 0) return 'tool-use'
  return unified === 'other' ? 'other' : 'stop'
}

function usageOf(usage: LanguageModelV4Usage): Usage {
  return {
    input: usage.inputTokens.total ?? 0,
    output: usage.outputTokens.total ?? 0,
    cacheRead: usage.inputTokens.cacheRead ?? 0,
    cacheWrite: usage.inputTokens.cacheWrite ?? 0,
    reasoning: usage.outputTokens.reasoning ?? 0,
  }
}
