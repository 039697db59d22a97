import type { JSX } from 'solid-js'
import { t } from '../words/t.ts'

/** Asks before an action: the question, a button that acts, and Cancel. Placed below the thing that it asks about. */
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
