import './compare.css'
import type { JSX } from 'solid-js'
import { lookInto } from '../../base/state/compare.ts'
import { t } from '../../base/words/t.ts'

/** Above one answer of a comparison that is shown whole. */
export default function CompareBack(): JSX.Element {
  return (
    <p class="compare-back">
      <button type="button" class="button small" onClick={() => lookInto(null)}>
        {t('Back to the comparison')}
      </button>
    </p>
  )
}
