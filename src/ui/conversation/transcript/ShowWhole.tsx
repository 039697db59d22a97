import type { JSX } from 'solid-js'
import { isWhole, showWhole } from '../../base/state/long-words.ts'
import { t } from '../../base/words/t.ts'

/**
 * Expands or collapses a long message. Collapsing scrolls to its beginning, because the button was at the end of the
 * removed text.
 */
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
