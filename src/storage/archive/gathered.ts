import type { Sink } from './zip-writer.ts'

/** Collects small pieces and passes them on in pieces of at least `size` bytes; `end` passes on the rest. */
export function gathered(sink: Sink, size: number): { write: Sink; end: () => Promise<void> } {
  let pieces: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const end = async (): Promise<void> => {
    if (length === 0) return
    const whole = new Uint8Array(length)
    let at = 0
    for (const piece of pieces) {
      whole.set(piece, at)
      at += piece.length
    }
    pieces = []
    length = 0
    await sink(whole)
  }
  return {
    write: async (bytes) => {
      pieces.push(bytes)
      length += bytes.length
      if (length >= size) await end()
    },
    end,
  }
}
