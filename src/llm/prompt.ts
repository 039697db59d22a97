import type { LanguageModelV4Message, LanguageModelV4Prompt, SharedV4ProviderOptions } from '@ai-sdk/provider'
import { parseBounded } from '../json/bounds.ts'
import { type AssistantPart, wordsOfRun } from './code-runs.ts'
import type {
  CodeRun,
  FileData,
  ImageData,
  LlmMessage,
  LlmToolCall,
  ProviderMeta,
  TextBlock,
  ThinkingBlock,
} from './port.ts'
import { uniqueToolIds } from './tool-ids.ts'
import { wellFormed } from './well-formed.ts'

/** Differences in what providers accept. */
export type PromptRules = {
  /** Ids of tool calls that the provider accepts. */
  toolIds: RegExp
  /** Whether a tool result may have images; otherwise they follow in a user message. */
  imagesInResults: boolean
  /** Whether a tool result may have documents, too; absent: same as images. */
  filesInResults?: boolean
  /** How a recording is sent; absent: unchanged. */
  sound?: (part: FilePart) => UserPart
  /** Whether the model may get its own pictures back; otherwise a word replaces them. */
  imagesInAnswers?: boolean
  /**
   * Which thinking is sent back: a provider's own blocks (with its signature), or plain words since the last user
   * message, or none.
   */
  thinking: (block: ThinkingBlock, inRound: boolean) => boolean
  /** Parts for a thinking block that carries other data of this provider; absent or null: real thinking. */
  thinkingParts?: (block: ThinkingBlock) => AssistantPart[] | null
  /** How code that this provider ran is sent back; absent or null: as words. */
  codeRuns?: (run: CodeRun) => AssistantPart[] | null
  /** Whose opaque data is sent; absent: everybody's, for a library that picks its own. */
  meta?: (provider: string) => boolean
  /**
   * Whether the model must say something between tool results (or their pictures) and the person's next words; absent:
   * no.
   */
  answerAfterTools?: boolean
  /** Data that an answer carries back in addition to its blocks. */
  answer?: (answer: AssistantMessage) => SharedV4ProviderOptions | undefined
}

type AssistantMessage = Extract<LlmMessage, { role: 'assistant' }>
type ToolPart = Extract<LanguageModelV4Message, { role: 'tool' }>['content'][number]
export type UserPart = Extract<LanguageModelV4Message, { role: 'user' }>['content'][number]
type ToolMessage = Extract<LlmMessage, { role: 'tool' }>

/** Maps a request's system prompt and messages to a V4 prompt; adjacent tool results become one message. */
export function toPrompt(system: string, given: LlmMessage[], rules: PromptRules): LanguageModelV4Prompt {
  const messages = rules.meta === undefined ? given : given.map((message) => ownMeta(message, rules.meta))
  const prompt: LanguageModelV4Prompt = system.trim() === '' ? [] : [{ role: 'system', content: system }]
  const lastUser = messages.findLastIndex((message) => message.role === 'user')
  let results: ToolMessage[] = []
  const say = (content: UserPart[]): void => {
    if (content.length === 0) return
    const before = prompt.at(-1)?.role
    if (rules.answerAfterTools === true && (before === 'tool' || before === 'user')) prompt.push(UNDERSTOOD)
    prompt.push({ role: 'user', content })
  }
  const flushResults = (): void => {
    if (results.length === 0) return
    const { content, later } = toolMessage(results, rules)
    prompt.push({ role: 'tool', content })
    say(later)
    results = []
  }
  for (const [at, message] of uniqueToolIds(messages, rules.toolIds).entries()) {
    if (message.role === 'tool') {
      results.push(message)
      continue
    }
    flushResults()
    if (message.role === 'user') say(message.content.filter(notBlank).map((block) => toUserPart(block, rules)))
    else {
      const content = assistantParts(message, (block) => rules.thinking(block, at > lastUser), rules)
      const back = rules.answer?.(message)
      if (content.length > 0) prompt.push({ role: 'assistant', content, ...(back && { providerOptions: back }) })
    }
  }
  flushResults()
  return prompt
}

/** A filler without influence on what follows. */
const UNDERSTOOD: LanguageModelV4Message = { role: 'assistant', content: [{ type: 'text', text: 'Understood.' }] }

function ownMeta(message: LlmMessage, own: (provider: string) => boolean = () => true): LlmMessage {
  if (message.role !== 'assistant') return message
  const content = message.content.map((block) => {
    // this data distinguishes others' thinking from our provider's, and it is sent or left out as a whole
    if (block.meta === undefined || block.type === 'thinking') return block
    const meta = Object.fromEntries(Object.entries(block.meta).filter(([provider]) => own(provider)))
    return { ...block, meta: Object.keys(meta).length === 0 ? undefined : meta }
  })
  return { ...message, content }
}

/** In order: words after a call stay after it. */
function assistantParts(
  message: AssistantMessage,
  keeps: (block: ThinkingBlock) => boolean,
  { imagesInAnswers, codeRuns, thinkingParts }: PromptRules,
): AssistantPart[] {
  const parts: AssistantPart[] = []
  for (const block of message.content) {
    if (block.type === 'tool-call') parts.push(toCallPart(block))
    else if (block.type === 'thinking') {
      if (!keeps(block)) continue
      parts.push(
        ...(thinkingParts?.(block) ?? [{ type: 'reasoning', text: block.text, ...sentBack(block.meta) } as const]),
      )
    } else if (block.type === 'image') {
      if (imagesInAnswers === true) parts.push({ ...filePart(block), ...sentBack(block.meta) })
      else parts.push({ type: 'text', text: '[An image that the model made stood here.]' })
    } else if (block.type === 'code-run')
      parts.push(...(codeRuns?.(block) ?? [{ type: 'text' as const, text: wordsOfRun(block) }]))
    else if (notBlank(block)) parts.push({ type: 'text', text: block.text, ...sentBack(block.meta) })
  }
  return parts
}

function toCallPart(call: LlmToolCall): AssistantPart {
  // an escape in JSON text may also be half a character
  const input = wellFormed(parseArguments(call.arguments))
  return { type: 'tool-call', toolCallId: call.id, toolName: call.name, input, ...sentBack(call.meta) }
}

/** Characters. */
const MOST_MALFORMED = 20_000

/** Providers require an object. Anything else is sent back under one name, so that the model can see its mistake. */
function parseArguments(text: string): unknown {
  try {
    const value = parseBounded(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // falls through: not JSON, or too large to be sent as JSON
  }
  return text.trim() === '' ? {} : { malformed_arguments: text.slice(0, MOST_MALFORMED) }
}

/** `later`: content that cannot be in a result, to be sent after them. */
function toolMessage(results: ToolMessage[], rules: PromptRules): { content: ToolPart[]; later: UserPart[] } {
  const { imagesInResults, filesInResults = imagesInResults } = rules
  const later: UserPart[] = []
  const content = results.map((result): ToolPart => {
    const shown = result.content.filter((block) => block.type !== 'text')
    const text = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
    const named = { type: 'tool-result', toolCallId: result.id, toolName: result.name } as const
    const type = result.isError ? 'error-text' : 'text'
    if (shown.length === 0) return { ...named, output: { type, value: text } }
    // no API allows sound in a result
    const inPlace = shown.every((block) =>
      block.type === 'image' ? imagesInResults : filesInResults && !isSound(block),
    )
    // a failed result is only text, so that it can be marked as failed
    if (inPlace && !result.isError) {
      const value = result.content
        .filter(notBlank)
        .map((block) => (block.type === 'text' ? textPart(block) : filePart(block)))
      return { ...named, output: { type: 'content', value } }
    }
    const what = shown.every(({ type }) => type === 'image') ? 'Images' : 'Files'
    later.push(
      { type: 'text', text: `${what} that the tool ${result.name} returned:` },
      ...shown.map((block) => toUserPart(block, rules)),
    )
    const pointer = text === '' ? `See the ${what.toLowerCase()} in the next message.` : text
    return { ...named, output: { type, value: pointer } }
  })
  return { content, later }
}

function toUserPart(block: TextBlock | ImageData | FileData, { sound }: PromptRules): UserPart {
  if (block.type === 'text') return textPart(block)
  const part = filePart(block)
  return sound !== undefined && isSound(block) ? sound(part) : part
}
const isSound = ({ mediaType }: ImageData | FileData): boolean => mediaType.startsWith('audio/')
function textPart(block: TextBlock): { type: 'text'; text: string } {
  return { type: 'text', text: block.text }
}
export type FilePart = { type: 'file'; mediaType: string; data: { type: 'data'; data: string }; filename?: string }

function filePart(block: ImageData | FileData): FilePart {
  const part: FilePart = { type: 'file', mediaType: block.mediaType, data: { type: 'data', data: block.data } }
  return block.type === 'file' ? { ...part, filename: block.name } : part
}
function notBlank(block: TextBlock | ImageData | FileData): boolean {
  return block.type !== 'text' || block.text.trim() !== ''
}
function sentBack(meta: ProviderMeta | undefined): { providerOptions?: SharedV4ProviderOptions } {
  return meta === undefined ? {} : { providerOptions: meta as SharedV4ProviderOptions }
}
