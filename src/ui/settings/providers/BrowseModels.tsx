import { createSignal, type JSX, Show, Suspense } from 'solid-js'
import type { Provider } from '../../../settings/provider.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { t } from '../../base/words/t.ts'

const ModelDialog = lazy(() => import('../models/ModelDialog.tsx'))

/**
 * The models of the provider in the form: its own list from the last test, otherwise the catalogue’s models for its
 * address.
 */
export function BrowseModels(props: { of: Provider; onPick: (model: string) => void }): JSX.Element {
  const [choosing, setChoosing] = createSignal(false)
  return (
    <>
      <p>
        <button type="button" class="button small" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
          {t('Browse models')}
        </button>
      </p>
      <Suspense>
        <Show when={choosing()}>
          <ModelDialog
            label={t('Models of {provider}', { provider: props.of.label })}
            of={props.of}
            current={{ providerId: props.of.id, model: props.of.model }}
            onPick={({ model }) => props.onPick(model)}
            onClose={() => setChoosing(false)}
          />
        </Show>
      </Suspense>
    </>
  )
}
