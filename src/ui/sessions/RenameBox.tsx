import type { JSX } from 'solid-js'
import { t } from '../words/t.ts'

/** The title in its row, to be written anew. `onDone`: what stands there when the person has finished; null: they want it as it was. */
export default function RenameBox(props: { title: string; onDone: (title: string | null) => void }): JSX.Element {
  return (
    <input
      class="input"
      aria-label={t('Session name')}
      value={props.title}
      maxlength="200"
      ref={(element) => queueMicrotask(() => element.select())}
      onBlur={(event) => props.onDone(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.isComposing) return
        if (event.key === 'Enter') props.onDone(event.currentTarget.value)
        if (event.key !== 'Escape') return
        event.preventDefault()
        props.onDone(null)
      }}
    />
  )
}
