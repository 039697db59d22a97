import type { ImageBlock } from '../../agent/content.ts'
import type { Message } from '../../agent/message.ts'
import type { TextBlock } from '../../llm/port.ts'

/** The rows, but pictures in those up to the stamp `upTo` are named in words, since a provider has refused one of them. */
export const withoutEarlierPictures = (rows: readonly Message[], upTo: number): Message[] =>
  rows.map((row) => (row.seq > upTo ? row : bare(row)))

function bare(row: Message): Message {
  if (row.role === 'user') return { ...row, content: row.content.map(inWords) }
  const calls = row.calls.map((call) =>
    call.result === null ? call : { ...call, result: { ...call.result, content: call.result.content.map(inWords) } },
  )
  return { ...row, content: row.content.map(inWords), calls }
}

const inWords = <Block extends { type: string }>(block: Block): Block | TextBlock => {
  if (!isPicture(block)) return block
  const name = block.name === undefined ? '' : `: ${block.name}`
  return { type: 'text', text: `[image${name}, not shown: the provider refused a picture of this conversation]` }
}

const isPicture = (block: { type: string }): block is ImageBlock => block.type === 'image'
