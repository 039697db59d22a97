import './voice.css'
import { createEffect, createSignal, type JSX, onCleanup, Show } from 'solid-js'
import Mic from '~icons/lucide/mic'
import { IconButton } from '../../base/kit/IconButton.tsx'
import { locale } from '../../base/words/language.ts'
import { type PlainPhrase, t } from '../../base/words/t.ts'
import { type Dictation, dictate, joinDictated, recognition } from './dictation.ts'

const TOLD = 'reflexor:dictation-told'

/**
 * Dictation, if the browser has it: the first press says where the sound may be sent, the next one starts it. `free`:
 * words may be added now.
 */
export default function Dictate(props: { text: string; free: boolean; onText: (text: string) => void }): JSX.Element {
  const Heard = recognition()
  const [hearing, setHearing] = createSignal<Dictation | null>(null)
  const [half, setHalf] = createSignal('')
  const [note, setNote] = createSignal<PlainPhrase | null>(null)
  const begin = (Recognises: NonNullable<typeof Heard>): void => {
    if (localStorage.getItem(TOLD) === null) {
      localStorage.setItem(TOLD, '1')
      setNote('Your browser may send your speech to its vendor. Press again to start.')
      return
    }
    setNote(null)
    // `onEnd` may run before `dictate` returns, if the browser refuses at once
    let over = false
    const begun = dictate(Recognises, locale(), {
      onWords: (words) => props.onText(joinDictated(props.text, words)),
      onHalf: setHalf,
      onEnd: (problem) => {
        over = true
        setHearing(null)
        setHalf('')
        setNote(problem)
      },
    })
    if (!over) setHearing(begun)
  }
  const noteWords = (): string | null => {
    const phrase = note()
    return phrase === null ? null : t(phrase)
  }
  const toggle = (): void => {
    const now = hearing()
    if (now) now.stop()
    else if (Heard) begin(Heard)
  }
  createEffect(() => {
    // the message is being sent: further speech belongs to no message
    if (!props.free) hearing()?.abort()
  })
  onCleanup(() => hearing()?.abort())
  return (
    <Show when={Heard}>
      <IconButton
        label={hearing() ? t('Stop dictating') : t('Dictate')}
        class="dictate"
        aria-pressed={hearing() !== null}
        disabled={!props.free}
        onClick={toggle}
      >
        <Mic size={18} />
      </IconButton>
      <span class="dictate-words" role="status">
        {noteWords() ?? (hearing() ? half() || t('Listening…') : '')}
      </span>
    </Show>
  )
}
