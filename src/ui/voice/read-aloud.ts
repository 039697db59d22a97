import { createSignal } from 'solid-js'
import { t } from '../words/t.ts'

/** Reads answers aloud with a voice of the browser, one at a time. */

const [reading, setReading] = createSignal<string | null>(null)

/** What is being read, as it was named to `readAloud`; null: nothing. */
export { reading }

/** Whether this browser has a voice at all. */
export const canRead = (): boolean => 'speechSynthesis' in window

/** Of what is being read: everything that waits for it. */
let ended = new AbortController()

/** Ends what is being read. */
export function stopReading(): void {
  if (reading() === null) return
  ended.abort()
  setReading(null)
  speechSynthesis.cancel()
}

/** A voice has begun by then, where there is one. ms */
const SILENCE = 3000

/** Reads this from its beginning, instead of whatever was read; `id` names it in `reading`. `fail` hears, as a sentence, why it cannot. */
export async function readAloud(id: string, markdown: string, fail: (words: string) => void): Promise<void> {
  stopReading()
  ended = new AbortController()
  const { signal } = ended
  setReading(id)
  const words = await import('./spoken-words.ts').catch((error: unknown) => {
    console.error('Nothing can be read aloud', error)
    return null
  })
  // it was stopped meanwhile
  if (signal.aborted) return
  if (words === null) {
    fail(t('Reading aloud stopped unexpectedly.'))
    return stopReading()
  }
  const { pieces, language } = words.spokenWords(markdown, navigator.language)
  if (pieces.length === 0) return stopReading()
  const end = (): void => {
    if (!signal.aborted) stopReading()
  }
  const giveUp = (why: string): void => {
    if (!signal.aborted) fail(why)
    end()
  }
  // without a voice some browsers say nothing at all, not even that
  const silence = setTimeout(() => {
    if (speechSynthesis.getVoices().length === 0) giveUp(t('This browser has no voices for reading aloud.'))
  }, SILENCE)
  signal.addEventListener('abort', () => clearTimeout(silence))
  // a voice goes on speaking after its page in some browsers
  window.addEventListener('pagehide', end, { signal })
  window.addEventListener('hashchange', end, { signal })
  window.addEventListener('keydown', (event) => event.key === 'Escape' && end(), { signal })
  for (const [place, piece] of pieces.entries()) {
    const said = new SpeechSynthesisUtterance(piece)
    said.lang = language
    if (place === pieces.length - 1) said.onend = end
    said.onerror = ({ error }) => {
      // another one took its place, which knows what is being read now
      if (error !== 'canceled' && error !== 'interrupted')
        giveUp(
          error === 'language-unavailable' || error === 'voice-unavailable'
            ? t('This browser has no voice for this language.')
            : t('Reading aloud stopped unexpectedly.'),
        )
    }
    speechSynthesis.speak(said)
  }
}
