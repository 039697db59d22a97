import type { LanguageModelV4Message, LanguageModelV4Prompt, SharedV4ProviderOptions } from '@ai-sdk/provider'
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

/** Where providers differ in what they accept. */
export type PromptRules = {
  /** Ids of tool calls that the provider accepts. */
  toolIds: RegExp
  /** Whether a tool result may hold images; otherwise they follow in a user message. */
  imagesInResults: boolean
  /** Whether it may hold documents, too; absent: as images. */
  filesInResults?: boolean
  /** How a recording goes along; absent: as it is. */
  sound?: (part: FilePart) => UserPart
  /** Whether the model may be shown what it drew itself; otherwise a word stands for it. */
  imagesInAnswers?: boolean
  /** Which thinking is sent back: blocks of one provider (with its signature), or plain words of the current round, or none. */
  thinking: (block: ThinkingBlock, inRound: boolean) => boolean
  /** Parts for a thinking block that holds something else of this provider; absent or null: it is thinking. */
  thinkingParts?: (block: ThinkingBlock) => AssistantPart[] | null
  /** How code that this provider ran goes back; absent or null: as words. */
  codeRuns?: (run: CodeRun) => AssistantPart[] | null
  /** Whose opaque data goes along; absent: everybody's, for a library that takes its own. */
  meta?: (provider: string) => boolean
  /** Whether a word of the model must stand before what a person says after results, or after pictures of them; absent: it need not. */
  answerAfterTools?: boolean
  /** What an answer carries back besides its blocks. */
  answer?: (answer: AssistantMessage) => SharedV4ProviderOptions | undefined
}

type AssistantMessage = Extract<LlmMessage, { role: 'assistant' }>
type ToolPart = Extract<LanguageModelV4Message, { role: 'tool' }>['content'][number]
export type UserPart = Extract<LanguageModelV4Message, { role: 'user' }>['content'][number]
type ToolMessage = Extract<LlmMessage, { role: 'tool' }>

/** Maps a request's system prompt and messages to a V4 prompt; neighbouring tool results become one message. */
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

/** Of no weight for what follows. */
const UNDERSTOOD: LanguageModelV4Message = { role: 'assistant', content: [{ type: 'text', text: 'Understood.' }] }

function ownMeta(message: LlmMessage, own: (provider: string) => boolean = () => true): LlmMessage {
  if (message.role !== 'assistant') return message
  const content = message.content.map((block) => {
    // the thinking of others is told from one's own by it, and goes along or not as a whole
    if (block.meta === undefined || block.type === 'thinking') return block
    const meta = Object.fromEntries(Object.entries(block.meta).filter(([provider]) => own(provider)))
    return { ...block, meta: Object.keys(meta).length === 0 ? undefined : meta }
  })
  return { ...message, content }
}

/** In their order: what a model said after a call it said after the call. */
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
  // an escape in JSON text may be half a character, too
  const input = wellFormed(parseArguments(call.arguments))
  return { type: 'tool-call', toolCallId: call.id, toolName: call.name, input, ...sentBack(call.meta) }
}

/** Providers want an object. What the model wrote that is none goes back under one name, so that it can see its mistake. */
function parseArguments(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // falls through: not JSON at all
  }
  return text.trim() === '' ? {} : { malformed_arguments: text }
}

/** `later`: what has no place in a result, to be said after them. */
function toolMessage(results: ToolMessage[], rules: PromptRules): { content: ToolPart[]; later: UserPart[] } {
  const { imagesInResults, filesInResults = imagesInResults } = rules
  const later: UserPart[] = []
  const content = results.map((result): ToolPart => {
    const shown = result.content.filter((block) => block.type !== 'text')
    const text = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
    const named = { type: 'tool-result', toolCallId: result.id, toolName: result.name } as const
    const type = result.isError ? 'error-text' : 'text'
    if (shown.length === 0) return { ...named, output: { type, value: text } }
    // no wire has a place for sound in a result
    const inPlace = shown.every((block) =>
      block.type === 'image' ? imagesInResults : filesInResults && !isSound(block),
    )
    // a failed result is text alone, to be marked as failed
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
