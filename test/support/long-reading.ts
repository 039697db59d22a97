import type { MockRequest } from './mock-provider.ts'
import type { MockReply } from './mock-replies.ts'

/** A task that exceeds a model's small context window: it reads a file in pieces, then looks for the first message. */

const TOGETHER = [0, 1, 2, 3, 4, 5, 6, 7]
export const NEEDLE = 'The vault code is heron-4711.'
const LINES = Array.from({ length: 400 }, (_, n) => `line ${n}: ${'lorem ipsum dolor sit amet '.repeat(3)}`).join('\n')

export const sizeOf = ({ body }: MockRequest): number => Math.ceil(JSON.stringify(body).length / 4)
export const isSummary = ({ body }: MockRequest): boolean =>
  JSON.stringify(body.messages?.[0] ?? '').includes('You keep the memory')
export const textsOf = ({ body }: MockRequest): string => JSON.stringify(body.messages ?? [])

/** Reads the file piece by piece, then looks for what was said at the beginning. */
export function makeLongReading(calls: number) {
  let reads = 0
  let looked = 0
  const reply = (request: MockRequest): MockReply => {
    const usage = { prompt_tokens: sizeOf(request), completion_tokens: 50, total_tokens: sizeOf(request) + 50 }
    if (isSummary(request))
      return { text: `## Asked\nRead the file.\n## Done\n${reads} reads.\n## Open\nGo on reading.`, usage }
    if (reads === 0) {
      reads = 1
      return { toolCalls: [{ name: 'write_file', arguments: { path: 'notes.txt', content: LINES } }], usage }
    }
    if (reads < calls) {
      const toolCalls = TOGETHER.map((k) => ({
        name: 'read_file',
        arguments: { path: 'notes.txt', from_line: ((reads + k) % 380) + 1, to_line: ((reads + k) % 380) + 16 },
      }))
      reads += TOGETHER.length
      return { text: `Piece ${reads}.`, toolCalls, usage }
    }
    if (looked === 0) {
      looked = 1
      return { toolCalls: [{ name: 'search_history', arguments: { words: 'vault code' } }], usage }
    }
    if (looked === 1) {
      looked = 2
      const id = /tool call (\d+\.\d+\.\d+) \(write_file\)/.exec(textsOf(request))?.[1] ?? 'none'
      return { toolCalls: [{ name: 'load_tool_call', arguments: { id: id === 'none' ? '1.0.0' : id } }], usage }
    }
    const found = /heron-\d+/.exec(textsOf(request).slice(textsOf(request).indexOf('search_history')))?.[0]
    return { text: `It was ${found ?? 'lost'}.`, usage }
  }
  return { reply, reads: () => reads }
}
