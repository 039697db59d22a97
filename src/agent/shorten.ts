import { isAttached, kindOfAttached } from './attachments.ts'
import type { AttachedBlock, PlainBlock } from './content.ts'
import type { Head } from './head.ts'
import type { Message, ToolCall } from './message.ts'
import { text } from './words.ts'

/**
 * How old material is sent: results and long arguments shortened, repeated reads once, images by name. It depends only
 * on the rows and the committed point, so the beginning of a request changes only when that point moves. The rows
 * themselves do not change.
 */

/** Characters that stay at the beginning and the end of a shortened result. */
const HEAD = 600
const TAIL = 300
/** Results up to this many characters are sent whole: shortening would save nothing. */
const WHOLE = HEAD + TAIL + 300

const NOTHING: ReadonlySet<string> = new Set()

/**
 * `rows` sorted by `n`. Rows after the point are returned by reference. `loaded`: ids of calls that are sent in full
 * anyway.
 */
export const shortened = (
  rows: readonly Message[],
  pruned: Head['pruned'],
  loaded: ReadonlySet<string> = NOTHING,
): Message[] => {
  if (pruned === undefined) return [...rows]
  const latest = latestReads(rows, pruned.at)
  return rows.map((row) => {
    if (row.role === 'user') return row.seq <= pruned.images ? { ...row, content: row.content.map(named) } : row
    if (row.seq > pruned.at || row.calls.length === 0) return row
    const calls = row.calls.map((call) => (loaded.has(call.id) ? call : shortCall(call, latest)))
    return { ...row, calls }
  })
}

const readKey = ({ name, args }: ToolCall): string => `${name}\n${args}`
const isRead = (call: ToolCall): boolean => call.repeat === 'pure' && call.result?.kind === 'ok'

/** The last of several equal reads, by what was read. */
const latestReads = (rows: readonly Message[], at: number): Map<string, string> => {
  const calls = rows.flatMap((row) => (row.role === 'assistant' && row.seq <= at ? row.calls : []))
  return new Map(calls.filter(isRead).map((call) => [readKey(call), call.id]))
}

const shortCall = (call: ToolCall, latest: ReadonlyMap<string, string>): ToolCall => {
  const { result } = call
  if (result === null || (result.kind !== 'ok' && result.kind !== 'reported')) return call
  const repeated = isRead(call) && latest.get(readKey(call)) !== call.id
  const content = repeated
    ? text(`[The same was read again later: see there. load_tool_call ${call.id} shows this one.]`)
    : result.content
  const short = content.map((block) => shortBlock(block, call.id))
  const size = (blocks: readonly PlainBlock[]): number =>
    blocks.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 4000), 0)
  const args = shortArguments(call)
  if (size(short) < size(result.content)) return { ...call, args, result: { ...result, content: short } }
  return args === call.args ? call : { ...call, args }
}

/**
 * The JSON text of the arguments of a settled call, with its long texts shortened: a written file stands in the
 * workspace.
 */
const shortArguments = ({ id, args }: ToolCall): string => {
  if (args.length <= WHOLE) return args
  try {
    const short = JSON.stringify(JSON.parse(args), (_, value: unknown) =>
      typeof value === 'string' && value.length > WHOLE ? shortText(value, id) : value,
    )
    return short.length < args.length ? short : args
  } catch {
    // what a model wrote need not be JSON
    return args
  }
}

const shortBlock = (block: PlainBlock, id: string): PlainBlock => {
  if (block.type === 'image') return { type: 'text', text: `[An image was here: load_tool_call ${id} shows it.]` }
  if (block.type === 'document')
    return { type: 'text', text: `[The document ${block.name} was here: load_tool_call ${id} shows it.]` }
  return block.text.length <= WHOLE ? block : { type: 'text', text: shortText(block.text, id) }
}

const shortText = (text: string, id: string): string =>
  `${firstOf(text, HEAD)}\n[… ${text.length - HEAD - TAIL} characters left out here: load_tool_call ${id} shows them …]\n${lastOf(text, TAIL)}`

/** Never cuts a character in half: some providers refuse a request with half a character. */
export const firstOf = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
const lastOf = (text: string, length: number): string => text.slice(-length).replace(/^[\uDC00-\uDFFF]/, '')

const fileOf = (block: AttachedBlock): string =>
  'file' in block && block.file !== undefined ? `, file ${block.file.path} of the workspace` : ''

const named = (block: PlainBlock): PlainBlock =>
  isAttached(block)
    ? {
        type: 'text',
        text:
          block.name === undefined
            ? '[an image that was sent earlier]'
            : `[the ${kindOfAttached(block)} ${block.name} that was sent earlier${fileOf(block)}]`,
      }
    : block
