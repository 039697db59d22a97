import './compare.css'
import { type JSX, Show, Suspense } from 'solid-js'
import Columns from '~icons/lucide/columns-2'
import type { ModelChoice } from '../../../settings/preferences.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { choosingCompared, setChoosingCompared } from '../../base/state/choosing-compared.ts'
import { comparedModels } from '../../base/state/compare.ts'
import { t } from '../../base/words/t.ts'

const CompareDialog = lazy(() => import('./CompareDialog.tsx'))

/** In the composer: whether the next message goes to several models. */
export default function CompareChoice(props: { first: ModelChoice | null }): JSX.Element {
  return (
    <>
      <button
        type="button"
        class="model-button compared"
        aria-haspopup="dialog"
        aria-label={t('Compare models')}
        title={t('Compare models')}
        onClick={() => setChoosingCompared(true)}
      >
        <Columns size={14} />
        <Show when={comparedModels().length > 1}>
          <span>{t('{n} models', { n: comparedModels().length })}</span>
        </Show>
      </button>
      <Suspense>
        <Show when={choosingCompared()}>
          <CompareDialog first={props.first} onClose={() => setChoosingCompared(false)} />
        </Show>
      </Suspense>
    </>
  )
}
