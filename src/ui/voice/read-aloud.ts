import { createSignal } from 'solid-js'

/** Reads answers aloud with a voice of the browser, one at a time. */

const [reading, setReading] = createSignal<string | null>(null)

/** What is being read, as it was named to `readAloud`; null: nothing. */
export { reading }

/** Whether this browser has a voice at all. */
export const canRead = (): boolean => 'speechSynthesis' in window

/** Ends what is being read. */
export function stopReading(): void {
  if (reading() === null) return
  setReading(null)
  speechSynthesis.cancel()
}

/** Reads this from its beginning, instead of whatever was read; `id` names it in `reading`. */
export async function readAloud(id: string, markdown: string): Promise<void> {
  stopReading()
  setReading(id)
  const words = await import('./spoken-words.ts').catch((error: unknown) => {
    console.error('Nothing can be read aloud', error)
    return null
  })
  if (words === null) return reading() === id ? stopReading() : undefined
  const { languageOf, spokenPieces } = words
  const pieces = spokenPieces(markdown)
  // it was stopped meanwhile
  if (reading() !== id) return
  if (pieces.length === 0) return stopReading()
  const language = languageOf(pieces.join(' '), navigator.language)
  const ended = new AbortController()
  const end = (): void => {
    ended.abort()
    if (reading() === id) stopReading()
  }
  // a voice goes on speaking after its page in some browsers
  window.addEventListener('pagehide', end, { signal: ended.signal })
  window.addEventListener('hashchange', end, { signal: ended.signal })
  window.addEventListener('keydown', (event) => event.key === 'Escape' && end(), { signal: ended.signal })
  for (const [place, piece] of pieces.entries()) {
    const said = new SpeechSynthesisUtterance(piece)
    said.lang = language
    if (place === pieces.length - 1) said.onend = end
    said.onerror = ({ error }) => {
      // another one took its place, which knows what is being read now
      if (error !== 'canceled' && error !== 'interrupted') end()
    }
    speechSynthesis.speak(said)
  }
}
