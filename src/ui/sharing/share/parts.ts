import { inOrder } from '../../../agent/answer-order.ts'
import { otherModel } from '../../../agent/answered-by.ts'
import { isAttached, isSound, wordsOfBlock } from '../../../agent/attachments.ts'
import type { AnswerBlock, PlainBlock, SourcesBlock } from '../../../agent/content.ts'
import type { Message, ToolCall } from '../../../agent/message.ts'
import { marksOf, type SourceMark } from '../../../agent/sources.ts'
import type { ShareContents } from '../../../protocol/share.ts'
import { type PlainPhrase, t } from '../../base/words/t.ts'

/** The parts of a conversation that are exported for others. */
export type Wish = { thinking: boolean; calls: boolean; attached: boolean; files: boolean }

export type SharedFile = Pick<ShareContents['files'][number], 'path' | 'size' | 'mediaType'> & {
  /** null: not text. */
  text: string | null
  /** The bytes of a file that is not text; null: too large to include, or missing. */
  base64: string | null
}

/**
 * A part of a message, in order. `image`, `sound`: shown or played from its blob; where that is impossible, `text`
 * names it.
 */
export type Part =
  | { type: 'text'; text: string; marks?: SourceMark[] }
  | { type: 'thinking'; text: string }
  | { type: 'attached'; text: string; image: string | null; sound: string | null; mediaType: string }
  | { type: 'sources'; sources: SourcesBlock['sources'] }
  | { type: 'code-run'; language: string; code: string; output: string | null; failed: boolean }
  | { type: 'call'; name: string; args: string; status: PlainPhrase; result: string }

export function partsOf(row: Message, wish: Wish): Part[] {
  const blocks = row.role === 'user' ? row.content : inOrder(row.content, row.calls)
  const marks = marksIn(blocks)
  return blocks.flatMap((block): Part[] => {
    switch (block.type) {
      case 'text': {
        const own = marks.get(block) ?? []
        return block.text.trim() === ''
          ? []
          : [{ type: 'text', text: block.text, ...(own.length > 0 && { marks: own }) }]
      }
      case 'thinking':
        return wish.thinking && block.text.trim() !== '' ? [{ type: 'thinking', text: block.text }] : []
      case 'tool-call':
        return wish.calls ? [callPart(block.call)] : []
      case 'code-run': {
        const { type, language, code, output, failed = false } = block
        return wish.calls ? [{ type, language, code, output, failed }] : []
      }
      case 'sources': {
        const sources = block.sources.filter(({ url }) => isWeb(url))
        return sources.length === 0 ? [] : [{ type: 'sources', sources }]
      }
      default:
        return wish.attached
          ? [
              {
                type: 'attached',
                text: wordsOfBlock(block),
                image: block.type === 'image' ? block.blob : null,
                sound: isAttached(block) && isSound(block) ? block.blob : null,
                mediaType: block.mediaType,
              },
            ]
          : []
    }
  })
}

/** Where the text of an answer cites its pages, by block. */
function marksIn(blocks: readonly { type: string }[]): Map<object, SourceMark[]> {
  const said = blocks as readonly (AnswerBlock | PlainBlock)[]
  const found = said.find((block) => block.type === 'sources')
  if (found === undefined) return new Map()
  const sources = found.sources.map((page) => (isWeb(page.url) ? page : null))
  const texts = said.filter((block) => block.type === 'text')
  // an invalid web address is not in the list either
  const kept = sources.flatMap((page) => (page === null ? [] : [page]))
  const citations = (found.citations ?? []).flatMap(({ at, source }) => {
    const page = sources[source] ?? null
    return page === null ? [] : [{ at, source: kept.indexOf(page) }]
  })
  const marks = marksOf(
    texts.map(({ text }) => text),
    { sources: kept, citations },
  )
  return new Map(texts.map((block, index) => [block, marks[index] ?? []]))
}

const isWeb = (url: string): boolean => /^https?:/i.test(url) && URL.canParse(url)

const callPart = ({ name, args, status, result }: ToolCall): Part => ({
  ...{ type: 'call', name, args },
  status: result === null ? status : RESULTS[result.kind],
  result: result === null ? '' : result.content.map(wordsOfBlock).join('\n'),
})

const RESULTS = {
  ok: 'done',
  error: 'error',
  denied: 'denied',
  aborted: 'stopped',
  skipped: 'skipped',
  reported: 'reported',
  'cut-off': 'cut off',
} as const

/** How an answer ended, if that matters to readers; '': normally. */
export function endOf(row: Message): PlainPhrase | '' {
  if (row.role === 'user' || row.status === 'complete')
    return row.role === 'user' || row.stopReason !== 'length' ? '' : 'Cut off at the output limit'
  return ENDS[row.status]
}
const ENDS = {
  streaming: 'Was still being written',
  waiting: 'Was still being written',
  failed: 'Failed',
  aborted: 'Stopped',
  replaced: 'Replaced by a newer answer',
} as const

/** The model that answered, if it is not the model that was asked, in words; '': it is. */
export function answererOf(row: Message): string {
  const other = row.role === 'assistant' ? otherModel(row) : null
  return other === null ? '' : t('Answered by {model}', { model: other.replace(/\s+/g, ' ') })
}

export const nameOf = ({ role }: Message): PlainPhrase => (role === 'user' ? 'You' : 'Assistant')
/** The line below the title. */
export const begun = (at: number, model: string): string =>
  model === ''
    ? t('Started {time} UTC. Exported from Reflexor.', { time: when(at) })
    : t('Started {time} UTC, {model}. Exported from Reflexor.', { time: when(at), model })

/** Date and time in a form that is the same for all readers. */
export const when = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
