import type { JSX } from 'solid-js'
import { isWhole, showWhole } from '../state/long-words.ts'
import { t } from '../words/t.ts'

/** Shows all of a long message, or its beginning again, which is brought into view then: the button stood at the end of what went. */
export default function ShowWhole(props: { id: string; bubble: HTMLElement | undefined }): JSX.Element {
  const whole = () => isWhole(props.id)
  return (
    <button
      type="button"
      class="button ghost small"
      aria-expanded={whole()}
      onClick={() => {
        showWhole(props.id, !whole())
        if (!whole()) props.bubble?.scrollIntoView({ block: 'nearest' })
      }}
    >
      {whole() ? t('Show less') : t('Show all')}
    </button>
  )
}
