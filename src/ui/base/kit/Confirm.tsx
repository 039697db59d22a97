import type { JSX } from 'solid-js'
import { t } from '../words/t.ts'

/** A question before an act, below what it is about: its words, the button that acts, and Cancel. */
export function Confirm(props: {
  words: string
  yes: string
  onYes: (button: HTMLButtonElement) => void
  onCancel: () => void
}): JSX.Element {
  return (
    <div class="link-warning" role="alert">
      <p>{props.words}</p>
      <div class="row">
        <button type="button" class="button small" onClick={(event) => props.onYes(event.currentTarget)}>
          {props.yes}
        </button>
        <button type="button" class="button small ghost" onClick={() => props.onCancel()}>
          {t('Cancel')}
        </button>
      </div>
    </div>
  )
}
