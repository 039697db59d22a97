import { createSignal, type JSX, Show, Suspense } from 'solid-js'
import type { Config } from '../../../agent/config.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { useApp } from '../../base/state/app-context.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { t } from '../../base/words/t.ts'

const ModelDialog = lazy(() => import('../models/ModelDialog.tsx'))

/** The session’s model, and the list to choose another. */
export function ModelLine(props: { model: Config['model'] }): JSX.Element {
  const { actions } = useApp()
  const [choosing, setChoosing] = createSignal(false)
  const shown = () => showHidden(props.model.model) || t('No model')
  return (
    <div class="choice-line">
      <span>{t('Model')}</span>
      <button
        type="button"
        class="button small"
        aria-haspopup="dialog"
        aria-label={t('Model: {model}', { model: shown() })}
        onClick={() => setChoosing(true)}
      >
        {shown()}
      </button>
      <Suspense>
        <Show when={choosing()}>
          <ModelDialog
            label={t('Model of this session')}
            current={props.model}
            onPick={(choice) => actions.configure({ model: { ...props.model, ...choice } })}
            onClose={() => setChoosing(false)}
          />
        </Show>
      </Suspense>
    </div>
  )
}
