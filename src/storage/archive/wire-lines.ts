import { WireExchange } from '../../settings/wire-exchange.ts'
import { MOST_RECORDED } from '../settings/recorded-wire.ts'
import { parseLine, readLines } from './read-lines.ts'
import { BadArchive, type ZipEntry } from './zip-reader.ts'

/** Unpacked bytes: the most that a session may have recorded, with a margin. */
const LARGEST = 128 * 1024 * 1024

/** The recorded wire of a session in a black box, oldest first. Rejects with BadArchive. */
export async function readWireLines(entry: ZipEntry): Promise<WireExchange[]> {
  if (entry.size > LARGEST) throw unreadable()
  const exchanges: WireExchange[] = []
  for await (const line of readLines(entry.open())) {
    const parsed = WireExchange.safeParse(parseLine(line))
    if (!parsed.success || exchanges.length === MOST_RECORDED) throw unreadable()
    exchanges.push(parsed.data)
  }
  return exchanges
}

const unreadable = (): BadArchive => new BadArchive('This file’s recorded requests can’t be read.')
