import { inOrder } from '../../agent/answer-order.ts'
import { wordsOfBlock } from '../../agent/attachments.ts'
import type { Message, ToolCall } from '../../agent/message.ts'
import type { ShareContents } from '../../protocol/share-view.ts'

/** What of a conversation goes into a file for others. */
export type Wish = { thinking: boolean; calls: boolean; attached: boolean; files: boolean }

export type SharedFile = Pick<ShareContents['files'][number], 'path' | 'size' | 'mediaType'> & {
  /** null: it is no text. */
  text: string | null
  /** Its bytes where they are no text; null: too many to go along, or missing. */
  base64: string | null
}

/** One part of a message, in its order. `image`: by its blob, to be shown; where it cannot be, `text` names it. */
export type Part =
  | { type: 'text'; text: string }
  | { type: 'thinking'; text: string }
  | { type: 'attached'; text: string; image: string | null; mediaType: string }
  | { type: 'call'; name: string; args: string; status: string; result: string }

export function partsOf(row: Message, wish: Wish): Part[] {
  const blocks = row.role === 'user' ? row.content : inOrder(row.content, row.calls)
  return blocks.flatMap((block): Part[] => {
    switch (block.type) {
      case 'text':
        return block.text.trim() === '' ? [] : [{ type: 'text', text: block.text }]
      case 'thinking':
        return wish.thinking && block.text.trim() !== '' ? [{ type: 'thinking', text: block.text }] : []
      case 'tool-call':
        return wish.calls ? [callPart(block.call)] : []
      default:
        return wish.attached
          ? [
              {
                type: 'attached',
                text: wordsOfBlock(block),
                image: block.type === 'image' ? block.blob : null,
                mediaType: block.mediaType,
              },
            ]
          : []
    }
  })
}

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

/** How an answer ended, where that has to be said; '': as it should. */
export function endOf(row: Message): string {
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

export const nameOf = ({ role }: Message): string => (role === 'user' ? 'You' : 'Assistant')
/** Time and day in a form that all read alike. */
export const when = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
