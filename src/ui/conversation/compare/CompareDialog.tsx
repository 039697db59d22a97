import './compare.css'
import { createSignal, For, type JSX, Show, Suspense } from 'solid-js'
import type { ModelChoice } from '../../../settings/preferences.ts'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { lazy } from '../../base/kit/lazy.ts'
import { comparedModels, setComparedModels } from '../../base/state/compare.ts'
import { MOST_COMPARED } from '../../base/state/comparison.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { t } from '../../base/words/t.ts'

const ModelDialog = lazy(() => import('../../settings/models/ModelDialog.tsx'))

const isSame = (a: ModelChoice, b: ModelChoice): boolean => a.providerId === b.providerId && a.model === b.model

/** Chooses two to four models for the next message. `first`: the model that it would go to otherwise. */
export default function CompareDialog(props: { first: ModelChoice | null; onClose: () => void }): JSX.Element {
  const [models, setModels] = createSignal<readonly ModelChoice[]>(
    comparedModels().length > 0 ? comparedModels() : props.first === null ? [] : [{ ...props.first }],
  )
  const [choosing, setChoosing] = createSignal(false)
  let form: HTMLFormElement | undefined
  const use = (chosen: readonly ModelChoice[]): void => {
    setComparedModels(chosen)
    form?.closest('dialog')?.close()
  }
  return (
    <Dialog label={t('Compare models')} onClose={props.onClose}>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          if (models().length >= 2) use(models())
        }}
      >
        <p>
          {t(
            'Your next message goes to each of these models. Each answer is paid for. You keep one; the others stay as variants.',
          )}
        </p>
        <ul class="compared-list" aria-label={t('Models to compare')}>
          <For each={models()}>
            {(each) => (
              <li>
                <bdi>{showHidden(each.model)}</bdi>
                <button
                  type="button"
                  class="button small"
                  aria-label={t('Remove {name}', { name: each.model })}
                  onClick={() => setModels(models().filter((other) => other !== each))}
                >
                  {t('Remove')}
                </button>
              </li>
            )}
          </For>
        </ul>
        <Show when={models().length < 2}>
          <p class="hint">{t('Add at least two models.')}</p>
        </Show>
        <div class="row">
          <Show when={models().length < MOST_COMPARED}>
            <button type="button" class="button" onClick={() => setChoosing(true)}>
              {t('Add a model')}
            </button>
          </Show>
          <Show when={comparedModels().length > 0}>
            <button type="button" class="button" onClick={() => use([])}>
              {t('Don’t compare')}
            </button>
          </Show>
          <button type="submit" class="button primary" disabled={models().length < 2}>
            {t('Compare these')}
          </button>
        </div>
      </form>
      <Suspense>
        <Show when={choosing()}>
          <ModelDialog
            label={t('Add a model')}
            current={null}
            onPick={({ providerId, model }) => {
              const chosen = { providerId, model }
              if (!models().some((each) => isSame(each, chosen))) setModels([...models(), chosen])
            }}
            onClose={() => setChoosing(false)}
          />
        </Show>
      </Suspense>
    </Dialog>
  )
}
