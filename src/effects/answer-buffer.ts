import { outputLine, runLine } from '../agent/code-run.ts'
import type { SourcesBlock } from '../agent/content.ts'
import { gathered, SOURCES_INDEX, sourceLines } from '../agent/sources.ts'
import type { StreamBlock, StreamPart } from '../agent/stream-block.ts'
import type {
  Citation,
  CodeRun,
  LlmPart,
  LlmToolCall,
  ModelImage,
  ProviderMeta,
  Source,
  TextBlock,
  ThinkingBlock,
} from '../llm/port.ts'

type NamedBlock = Omit<StreamBlock, 'name'> & { name: string }

/** What has been received of one block, and fields that are not shown. */
type BufferedBlock = NamedBlock & {
  id: string
  redacted: boolean
  meta: ProviderMeta | undefined
  /** When the block began, and how long it has lasted, in ms; undefined: no time was given. */
  from: number | undefined
  ms: number | undefined
}

/** Pages that the answer is based on come after everything that it says. */
export type SaidPart = TextBlock | ThinkingBlock | ModelImage | LlmToolCall | CodeRun | SourcesBlock

/** Collects the parts of one answer into blocks. Pure bookkeeping: no clock, no I/O. */
export type AnswerBuffer = {
  /** Returns what the part adds. `at`: time in ms by any monotonic clock; undefined: unknown or irrelevant. */
  push: (part: LlmPart, at?: number) => StreamPart | null
  /** What can be shown while the answer arrives, in order. Images come whole, with `said`. */
  blocks: () => StreamBlock[]
  /** The answer in order, without empty blocks. */
  said: () => SaidPart[]
}

export function makeAnswerBuffer(): AnswerBuffer {
  const blocks = new Map<number, BufferedBlock>()
  const images = new Map<number, ModelImage>()
  const runs = new Map<number, CodeRun>()
  const found: (Source | Citation)[] = []
  const open = (index: number, kind: BufferedBlock['kind'], from?: number, id = '', name = ''): StreamPart => {
    blocks.set(index, { index, kind, text: '', id, name, redacted: false, meta: undefined, from, ms: undefined })
    return { ...shown({ index, kind, name, text: '' }), offset: 0 }
  }
  const grow = (index: number, text: string, at: number | undefined): StreamPart | null => {
    const block = blocks.get(index)
    if (block === undefined || text === '') return null
    const offset = block.text.length
    block.text += text
    time(block, at)
    return { ...shown({ ...block, text }), offset }
  }

  return {
    push: (part, at) => {
      switch (part.type) {
        case 'text-start':
          return open(part.index, 'text', at)
        case 'thinking-start':
          return open(part.index, 'thinking', at)
        case 'tool-call-start':
          return open(part.index, 'tool-call', at, part.id, part.name)
        case 'text-delta':
        case 'thinking-delta':
        case 'tool-call-delta':
          return grow(part.index, part.text, at)
        case 'text-end':
        case 'thinking-end': {
          const block = blocks.get(part.index)
          if (block === undefined) return null
          block.meta = part.meta
          block.redacted = part.type === 'thinking-end' && part.redacted === true
          time(block, at)
          return null
        }
        case 'text-is-thinking': {
          const block = blocks.get(part.index)
          if (block === undefined) return null
          block.kind = 'thinking'
          return { ...shown(block), offset: 0 }
        }
        case 'image':
          images.set(part.index, {
            type: 'image',
            mediaType: part.mediaType,
            data: part.data,
            ...(part.meta && { meta: part.meta }),
          })
          return null
        case 'code-run': {
          const { index, language, code } = part
          runs.set(index, { type: 'code-run', language, code, output: null })
          return { index, kind: 'code-run', offset: 0, text: runLine(part) }
        }
        case 'code-run-end': {
          const { type: _, index, cursor: __, ...end } = part
          const run = runs.get(index)
          if (run === undefined) return null
          runs.set(index, { ...run, ...end })
          return { index, kind: 'code-run', offset: runLine(run).length, text: outputLine(end) }
        }
        case 'code-run-meta': {
          const run = runs.get(part.index)
          if (run !== undefined) runs.set(part.index, { ...run, meta: joined(run.meta, part.meta) })
          return null
        }
        case 'sources': {
          const offset = sourceLines(found).length
          found.push(...part.found)
          return { index: SOURCES_INDEX, kind: 'sources', offset, text: sourceLines(part.found) }
        }
        case 'tool-call-end': {
          // The whole call counts; some providers send no deltas at all.
          const block = blocks.get(part.index)
          const before = block?.text.length ?? 0
          open(part.index, 'tool-call', undefined, part.id, part.name)
          const whole = blocks.get(part.index)
          if (whole !== undefined) {
            whole.text = part.arguments
            whole.meta = part.meta
          }
          const added = part.arguments.slice(before)
          return added === ''
            ? null
            : { index: part.index, kind: 'tool-call', name: part.name, offset: before, text: added }
        }
        default:
          return null
      }
    },
    blocks: () => {
      const list = [...[...blocks.values()].map(shown), ...[...runs].map(shownRun)].sort((a, b) => a.index - b.index)
      if (found.length > 0) list.push({ index: SOURCES_INDEX, kind: 'sources', text: sourceLines(found) })
      return list
    },
    said: () => {
      const parts: [number, SaidPart][] = [...images, ...runs]
      for (const block of blocks.values()) {
        const part = saidIn(block)
        if (part !== null) parts.push([block.index, part])
      }
      const said = parts.sort(([a], [b]) => a - b).map(([, part]) => part)
      return found.length === 0 ? said : [...said, gathered(found)]
    },
  }
}

function joined(meta: ProviderMeta = {}, more: ProviderMeta): ProviderMeta {
  const added = Object.entries(more).map(([provider, fields]) => [provider, { ...meta[provider], ...fields }])
  return { ...meta, ...Object.fromEntries(added) }
}

/** Only calls have a name to show. */
const shown = ({ index, kind, name, text }: NamedBlock): StreamBlock =>
  kind === 'tool-call' ? { index, kind, name, text } : { index, kind, text }

const shownRun = ([index, run]: [number, CodeRun]): StreamBlock => {
  const { output, failed } = run
  const text = output === null ? runLine(run) : runLine(run) + outputLine({ output, failed })
  return { index, kind: 'code-run', text }
}

function time(block: BufferedBlock, at: number | undefined): void {
  if (at !== undefined && block.from !== undefined) block.ms = Math.max(0, Math.round(at - block.from))
}

function saidIn({ kind, text, id, name, redacted, meta, ms }: BufferedBlock): SaidPart | null {
  const back = meta === undefined ? {} : { meta }
  if (kind === 'tool-call') return { type: 'tool-call', id, name, arguments: text, ...back }
  if (kind === 'text') return text === '' ? null : { type: 'text', text, ...back }
  // a thinking block without text may still carry data that the provider wants back (redacted or encrypted thinking)
  if (text === '' && meta === undefined) return null
  return { type: 'thinking', text, ...(redacted && { redacted }), ...back, ...(ms !== undefined && ms > 0 && { ms }) }
}
