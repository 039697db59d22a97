import { deflateSync, strToU8, unzipSync } from 'fflate'

/** Zips as no program writes them. Checksums are left out: none of our readers checks them. */

type Said = { name?: string; method?: number; packed?: number; size?: number; at?: number }
export type OddEntry = {
  name: string
  content: Uint8Array
  isPacked?: boolean
  /** Whether it is in the directory; default: yes. */
  isListed?: boolean
  flags?: number
  /** False values in the directory. */
  says?: Said
  /** False values in its own header. Absent: as in the directory. */
  header?: Said
}

/** The parts of a sound zip. */
export const entriesOf = (zip: Uint8Array): OddEntry[] =>
  Object.entries(unzipSync(zip)).map(([name, content]) => ({ name, content }))

export function zipOf(entries: readonly OddEntry[], comment = ''): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = []
  const listed: Uint8Array[] = []
  let at = 0
  const put = (piece: Uint8Array): void => {
    pieces.push(piece)
    at += piece.length
  }
  for (const { name, content, isPacked = false, isListed = true, flags = 0, says = {}, header } of entries) {
    const packed = isPacked ? deflateSync(content, { level: 9 }) : content
    const truth = { name, method: isPacked ? 8 : 0, packed: packed.length, size: content.length, at }
    const inDirectory = { ...truth, ...says }
    put(headerOf({ ...inDirectory, ...header }, flags, false))
    put(packed)
    if (isListed) listed.push(headerOf(inDirectory, flags, true))
  }
  const start = at
  for (const entry of listed) put(entry)
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x06054b50, true)
  end.setUint16(8, listed.length, true)
  end.setUint16(10, listed.length, true)
  end.setUint32(12, at - start, true)
  end.setUint32(16, start, true)
  const words = strToU8(comment)
  end.setUint16(20, words.length, true)
  put(new Uint8Array(end.buffer))
  put(words)
  const whole = new Uint8Array(at)
  let from = 0
  for (const piece of pieces) {
    whole.set(piece, from)
    from += piece.length
  }
  return whole
}

function headerOf(said: Required<Said>, flags: number, isCentral: boolean): Uint8Array {
  const name = strToU8(said.name)
  const view = new DataView(new ArrayBuffer((isCentral ? 46 : 30) + name.length))
  const shift = isCentral ? 2 : 0
  view.setUint32(0, isCentral ? 0x02014b50 : 0x04034b50, true)
  view.setUint16(6 + shift, flags, true)
  view.setUint16(8 + shift, said.method, true)
  view.setUint32(18 + shift, said.packed, true)
  view.setUint32(22 + shift, said.size, true)
  view.setUint16(26 + shift, name.length, true)
  if (isCentral) view.setUint32(42, said.at, true)
  const bytes = new Uint8Array(view.buffer)
  bytes.set(name, isCentral ? 46 : 30)
  return bytes
}
