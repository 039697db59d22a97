import type { PlainBlock } from '../../agent/content.ts'
import type { Input } from '../../agent/input.ts'

const LONGEST = 120

/** An input in one short line. */
export function aboutInput(input: Input): string {
  return plain(words(input))
}

const plain = (text: string): string => {
  const line = text
    .slice(0, LONGEST * 4)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}

function words(input: Input): string {
  switch (input.type) {
    case 'user-send-message':
      return `${input.delivery}: ${textOf(input.content)}`
    case 'user-change-queued':
      return textOf(input.content)
    case 'user-configure':
      return Object.keys(input.config).join(', ')
    case 'user-change-plan':
      return 'text' in input.change ? `${input.change.type}: ${input.change.text}` : input.change.type
    case 'user-move-session':
      return input.project ?? ''
    case 'user-name-session':
    case 'brain-name-session':
      return input.title
    case 'user-decide-tool-call':
      return `${input.toolCallId} ${input.decision} ${input.scope}`
    case 'user-answer-form':
      return `${input.toolCallId} ${input.action}`
    case 'user-settle-tool-call':
      return `${input.toolCallId} ${input.choice}`
    case 'user-change-files':
      return input.files.map(({ path }) => path).join(', ')
    case 'session-branch':
      return `${input.count} rows of ${input.origin.session}`
    case 'brain-send-message-start':
      return `${work(input)} ${input.model.model}${input.clean === true ? ' (after an end in good order)' : ''}`
    case 'brain-call-tools':
      return `${work(input)} ${input.toolCalls.map(({ name }) => name).join(', ')}`
    case 'brain-send-message-complete':
      return `${work(input)} ${input.stopReason}: ${textOf(input.content)}`
    case 'brain-fail':
      return `${work(input)} ${input.failure.kind}: ${input.failure.message}`
    case 'brain-compress-history':
      return `up to ${input.cutAt}: ${input.summary}`
    case 'toolkit-respond':
      return `${call(input)} ${textOf(input.content)}`
    case 'toolkit-error':
      return `${call(input)} ${input.error}`
    case 'session-create':
      return input.helps === undefined ? '' : `${input.helps.title}: ${input.helps.task}`
    case 'toolkit-wait':
      return input.for.type === 'helper' ? `${call(input)} ${input.for.session}` : call(input)
    case 'toolkit-start':
    case 'toolkit-interrupt':
      return call(input)
    case 'clock-reach':
      return input.key
    case 'effect-lost':
      return `${input.key}: ${input.error}`
    default:
      return 'cut' in input ? `${input.cut}` : ''
  }
}

const work = ({ cut, attempt }: { cut: number; attempt: number }): string => `${cut}.${attempt}`
const call = ({ toolCallId, attempt }: { toolCallId: string; attempt: number }): string =>
  `${toolCallId} try ${attempt}`
const textOf = (
  content: readonly (PlainBlock | { type: 'thinking' | 'tool-call' | 'sources' | 'code-run' })[],
): string => content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join(' ')
