import type { JSX } from 'solid-js'
import { t } from '../words/t.ts'

/** The title in its row, to be written anew. `onDone`: what stands there when the person has finished; null: they want it as it was. */
export default function RenameBox(props: { title: string; onDone: (title: string | null) => void }): JSX.Element {
  let isDone = false
  // an input that goes says once more that it has lost the focus
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
      value={props.title}
      maxlength="200"
      ref={(element) => queueMicrotask(() => element.select())}
      onBlur={(event) => done(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.isComposing) return
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        const row = event.currentTarget.parentElement
        done(event.key === 'Enter' ? event.currentTarget.value : null)
        row?.querySelector('a')?.focus({ preventScroll: true })
      }}
    />
  )
}
