import { isDeeper, MOST_DEPTH_AROUND } from '../../json/bounds.ts'
import { BadArchive } from './zip-reader.ts'

/** Characters. A longer line is refused: the largest row of the state is far smaller. */
const LONGEST_LINE = 64 * 1024 * 1024

/** The lines of a stream of UTF-8 text, without their ends; empty ones are skipped. Rejects with BadArchive. */
export async function* readLines(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = ''
  const text = stream.pipeThrough(new TextDecoderStream('utf-8', { fatal: true }))
  const reader = text.getReader()
  try {
    for (;;) {
      const { done, value } = await read(reader)
      if (done) break
      const lines = value.split('\n')
      lines[0] = rest + lines[0]
      rest = lines.pop() ?? ''
      if (rest.length > LONGEST_LINE) throw new BadArchive('A line in the archive is too long.')
      for (const line of lines) if (line !== '') yield line
    }
    if (rest !== '') yield rest
  } finally {
    // a reader that stops early needs no more of it
    await reader.cancel().catch(() => {})
  }
}

async function read(reader: ReadableStreamDefaultReader<string>): Promise<ReadableStreamReadResult<string>> {
  try {
    return await reader.read()
  } catch (error) {
    throw error instanceof BadArchive ? error : new BadArchive('A file in the archive is not text.')
  }
}

/** All bytes of a stream of known size. */
export async function readBytes(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size)
  let at = 0
  for await (const piece of stream) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** The name itself, or with a letter written as an escape. */
const MAY_HOLD_PROTO = /__proto__|\\u00[567]/i

/** Parses a line. A key `__proto__` is hostile: none of our rows has one. Throws BadArchive. */
export function parseLine(line: string): unknown {
  if (isDeeper(line, MOST_DEPTH_AROUND)) throw new BadArchive('A line in the archive is nested too deeply.')
  try {
    return JSON.parse(line, MAY_HOLD_PROTO.test(line) ? refuseProto : undefined)
  } catch (error) {
    throw error instanceof BadArchive ? error : new BadArchive('A line in the archive is not JSON.')
  }
}

function refuseProto(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new BadArchive('A line in the archive contains a forbidden name.')
  return value
}
