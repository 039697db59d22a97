import type { Message } from '../../../agent/message.ts'
import type { ShareContents } from '../../../protocol/share.ts'
import { endOf, partsOf, type SharedFile, type Wish } from './parts.ts'

/** A conversation as plain JSON for other programs, piece by piece. */

export const head = ({ title, createdAt, model }: ShareContents): string => {
  const facts = {
    format: 'reflexor-conversation',
    version: 1,
    title,
    createdAt: new Date(createdAt).toISOString(),
    model,
  }
  return `${JSON.stringify(facts, null, 1).slice(0, -2)},\n "messages": [`
}

export function message(row: Message, wish: Wish, first: boolean): string {
  const end = endOf(row)
  const said = {
    role: row.role,
    at: new Date(row.timestamp).toISOString(),
    ...(row.role === 'assistant' && row.model !== null && { model: row.model.model }),
    ...(row.role === 'assistant' && row.usage?.answeredBy !== undefined && { answeredBy: row.usage.answeredBy }),
    ...(row.role === 'assistant' && row.usage?.responseId !== undefined && { responseId: row.usage.responseId }),
    ...(end !== '' && { end }),
    content: partsOf(row, wish).map((part) => (part.type === 'attached' ? { type: part.type, text: part.text } : part)),
  }
  return `${first ? '' : ','}\n  ${JSON.stringify(said)}`
}

export const filesHead = '\n ],\n "files": ['
export const file = ({ path, size, mediaType, text, base64 }: SharedFile, first: boolean): string =>
  `${first ? '' : ','}\n  ${JSON.stringify({ path, size, mediaType, ...(text === null ? { base64 } : { text }) })}`
export const end = '\n ]\n}\n'
