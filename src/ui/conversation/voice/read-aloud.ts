import { createSignal } from 'solid-js'
import { t } from '../../base/words/t.ts'

/** Reads answers aloud with a voice of the browser, one at a time. */

const [reading, setReading] = createSignal<string | null>(null)

/** Id of the text being read, as passed to `readAloud`; null: none. */
export { reading }

/** Whether this browser supports speech output. */
export const canRead = (): boolean => 'speechSynthesis' in window

/** Aborted when reading ends: everything that belongs to the current reading listens to it. */
let ended = new AbortController()

/** Stops reading. */
export function stopReading(): void {
  if (reading() === null) return
  ended.abort()
  setReading(null)
  speechSynthesis.cancel()
}

/** A voice, if there is one, has begun by then; in ms. */
const SILENCE = 3000

/**
 * Reads this text from its beginning, and stops any other reading; `id` names it in `reading`. `fail` gets a sentence
 * that says why it cannot be read.
 */
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
  // without a voice some browsers stay silent and report no error
  const silence = setTimeout(() => {
    if (speechSynthesis.getVoices().length === 0) giveUp(t('This browser has no voices for reading aloud.'))
  }, SILENCE)
  signal.addEventListener('abort', () => clearTimeout(silence))
  // in some browsers a voice keeps speaking after its page is gone
  window.addEventListener('pagehide', end, { signal })
  window.addEventListener('hashchange', end, { signal })
  window.addEventListener('keydown', (event) => event.key === 'Escape' && end(), { signal })
  for (const [place, piece] of pieces.entries()) {
    const said = new SpeechSynthesisUtterance(piece)
    said.lang = language
    if (place === pieces.length - 1) said.onend = end
    said.onerror = ({ error }) => {
      // another text took its place, and `reading` is already set for it
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
