import { type JSX, onCleanup, onMount, untrack } from 'solid-js'
import { isComposing } from '../base/kit/is-composing.ts'
import { t } from '../base/words/t.ts'
import { setRenaming } from './renaming.ts'

/** Edits the title in its row. `onDone`: the new title; null: cancelled. */
export default function RenameBox(props: { title: string; onDone: (title: string | null) => void }): JSX.Element {
  let isDone = false
  // the model may set another title meanwhile
  const before = untrack(() => props.title)
  onMount(() => setRenaming(true))
  onCleanup(() => setRenaming(false))
  // an input fires blur once more when it is removed
  const done = (title: string | null): void => {
    if (!isDone) {
      isDone = true
      props.onDone(title)
    }
  }
  return (
    <input
      class="input"
      aria-label={t('Session name')}
      value={before}
      maxlength="200"
      ref={(element) => queueMicrotask(() => element.select())}
      onBlur={(event) => done(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (isComposing(event)) return
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        const row = event.currentTarget.parentElement
        done(event.key === 'Enter' ? event.currentTarget.value : null)
        row?.querySelector('a')?.focus({ preventScroll: true })
      }}
    />
  )
}
