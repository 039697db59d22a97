/** Milliseconds between two messages of console output, and characters that trigger a message at once. */
const PACE = 50
const FULL = 8000

/** Batches console output into few messages; after `max` characters, one line says that the rest is cut. */
export function makeOutput(max: number, say: (text: string) => void) {
  let waiting = ''
  let left = max
  let last = 0
  const flush = (): void => {
    if (waiting === '') return
    say(waiting)
    waiting = ''
    last = Date.now()
  }
  const printPiece = (text: string): void => {
    if (left <= 0) return
    waiting += text.length <= left ? text : `${text.slice(0, left)}\n… further output was dropped\n`
    left -= text.length
    if (waiting.length > FULL || Date.now() - last > PACE) flush()
  }
  return {
    print: (text: string): void => printPiece(`${text}\n`),
    printPiece,
    flush,
  }
}
