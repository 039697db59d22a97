import type { PlainPhrase } from '../../base/words/t.ts'

/**
 * Speech to text by the browser. The browser may send the sound to its maker, so it does not listen before the person
 * was told and pressed.
 */

type Result = { isFinal: boolean; 0: { transcript: string } }
type ResultEvent = { resultIndex: number; results: ArrayLike<Result> }
export type Recognition = {
  lang: string
  continuous: boolean
  interimResults: boolean
  start: () => void
  stop: () => void
  abort: () => void
  onresult: ((event: ResultEvent) => void) | null
  onerror: ((event: { error: string }) => void) | null
  onend: (() => void) | null
}

export type Dictation = { stop: () => void; abort: () => void }

/** Error codes of speech recognition, as sentences for the person. */
const PROBLEMS: Record<string, PlainPhrase> = {
  'not-allowed': 'The microphone is blocked. Allow it in the browser’s site settings.',
  'service-not-allowed': 'This browser doesn’t support dictation here.',
  'audio-capture': 'No microphone was found.',
  network: 'The browser couldn’t reach its speech service.',
  'language-not-supported': 'The browser doesn’t support dictation in this language.',
  'no-speech': 'Nothing was heard.',
}

/** null: this browser has no speech recognition. */
export function recognition(): (new () => Recognition) | null {
  const { SpeechRecognition, webkitSpeechRecognition } = window as unknown as Record<
    'SpeechRecognition' | 'webkitSpeechRecognition',
    (new () => Recognition) | undefined
  >
  return SpeechRecognition ?? webkitSpeechRecognition ?? null
}

/**
 * Listens until it is stopped, or nothing is said for a while. `onWords`: final words; `onHalf`: words still being
 * recognised, each time all of them. Contract: `onEnd` is called once, with a sentence if something went wrong, else
 * with null; after `abort` with null.
 */
export function dictate(
  Heard: new () => Recognition,
  lang: string,
  told: {
    onWords: (words: string) => void
    onHalf: (words: string) => void
    onEnd: (problem: PlainPhrase | null) => void
  },
): Dictation {
  const hearing = new Heard()
  let problem: PlainPhrase | null = null
  let given = false
  let ended = false
  const end = (): void => {
    if (ended) return
    ended = true
    hearing.onresult = null
    hearing.onerror = null
    hearing.onend = null
    told.onEnd(problem)
  }
  hearing.lang = lang
  hearing.continuous = true
  hearing.interimResults = true
  hearing.onresult = ({ resultIndex, results }) => {
    let half = ''
    for (const result of Array.from(results).slice(resultIndex)) {
      if (!result.isFinal) half += result[0].transcript
      else if (result[0].transcript.trim() !== '') {
        given = true
        told.onWords(result[0].transcript.trim())
      }
    }
    told.onHalf(half.trim())
  }
  hearing.onerror = ({ error }) => {
    // silence after words is the usual end
    if (error === 'aborted' || (error === 'no-speech' && given)) return
    problem = PROBLEMS[error] ?? 'Dictation stopped unexpectedly.'
  }
  hearing.onend = end
  try {
    hearing.start()
  } catch {
    problem = 'Dictation stopped unexpectedly.'
    end()
  }
  return {
    stop: () => hearing.stop(),
    abort: () => {
      problem = null
      if (!ended) hearing.abort()
      end()
    },
  }
}

/** Appends dictated words to the text, with a space between them, unless the script has none. */
export function joinDictated(text: string, words: string): string {
  const tight =
    text === '' ||
    /\s$/.test(text) ||
    (/[\u3000-\u9fff\uff00-\uffef]$/.test(text) && /^[\u3000-\u9fff\uff00-\uffef]/.test(words))
  return `${text}${tight ? '' : ' '}${words}`
}
