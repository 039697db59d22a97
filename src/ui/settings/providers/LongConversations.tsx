import { createSignal, For, type JSX, Show, Suspense } from 'solid-js'
import type { Preferences } from '../../../settings/preferences.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { useApp } from '../../base/state/app-context.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { t } from '../../base/words/t.ts'

const ModelDialog = lazy(() => import('../models/ModelDialog.tsx'))

/** How new sessions stay within the context window, and which model does the small tasks besides answers. */
export function LongConversations(): JSX.Element {
  const { state, actions } = useApp()
  const preferences = () => state.preferences
  const [seeking, setSeeking] = createSignal(false)
  /** The models offered directly; all others are in the list of models. */
  const models = () =>
    (state.providers ?? [])
      .filter(({ kind }) => kind !== 'demo')
      .flatMap(({ id, label, model, models: all }) =>
        [...new Set([model, ...all.slice(0, 60)])].map((name) => ({ providerId: id, model: name, label })),
      )
  const key = (chosen: { providerId: string; model: string } | null): string =>
    chosen === null ? '' : JSON.stringify([chosen.providerId, chosen.model])
  /** A model that its provider no longer offers. */
  const unlisted = () => {
    const chosen = preferences().summaryModel
    return chosen !== null && !models().some((one) => key(one) === key(chosen)) ? chosen : null
  }
  const choose = async (
    control: HTMLSelectElement,
    change: Partial<Preferences>,
    truth: () => string,
  ): Promise<void> => {
    await actions.setPreferences(change)
    // if refused, shows the stored value again
    control.value = truth()
  }
  return (
    <>
      <h3>{t('Long conversations')}</h3>
      <label class="choice-line">
        <span>{t('New sessions summarise their history')}</span>
        <select
          class="select small"
          value={String(preferences().compressAt ?? 'never')}
          onChange={(event) => {
            const { value } = event.currentTarget
            const compressAt = value === 'never' ? null : Number(value)
            void choose(event.currentTarget, { compressAt }, () => String(preferences().compressAt ?? 'never'))
          }}
        >
          <option value="0.5">{t('At {n}% of the context window', { n: 50 })}</option>
          <option value="0.75">{t('At {n}% of the context window', { n: 75 })}</option>
          <option value="0.9">{t('At {n}% of the context window', { n: 90 })}</option>
          <option value="never">{t('Never')}</option>
        </select>
      </label>
      <label class="choice-line">
        <span>{t('Model for summaries and names')}</span>
        <select
          class="select small"
          value={key(preferences().summaryModel)}
          onChange={(event) => {
            const { value } = event.currentTarget
            const [providerId, model] = value === '' ? [] : (JSON.parse(value) as [string, string])
            const summaryModel =
              providerId === undefined || model === undefined ? null : { providerId, model, thinking: 'off' as const }
            void choose(event.currentTarget, { summaryModel }, () => key(preferences().summaryModel))
          }}
        >
          <option value="">{t('Same as the session')}</option>
          <Show when={unlisted()}>
            {(one) => (
              <option value={key(one())} selected>
                {showHidden(one().model)}
              </option>
            )}
          </Show>
          <For each={models()}>
            {(one) => (
              <option value={key(one)} selected={key(one) === key(preferences().summaryModel)}>
                {showHidden(`${one.label}: ${one.model}`)}
              </option>
            )}
          </For>
        </select>
      </label>
      {/* without a provider nothing could be found or typed there */}
      <Show when={models().length > 0}>
        <button type="button" class="button small" aria-haspopup="dialog" onClick={() => setSeeking(true)}>
          {t('Find a model for summaries and names')}
        </button>
      </Show>
      <Suspense>
        <Show when={seeking()}>
          <ModelDialog
            label={t('Model for summaries and names')}
            current={preferences().summaryModel}
            onPick={({ providerId, model }) =>
              void actions.setPreferences({ summaryModel: { providerId, model, thinking: 'off' } })
            }
            onClose={() => setSeeking(false)}
          />
        </Show>
      </Suspense>
      <label class="check">
        <input
          type="checkbox"
          checked={preferences().nameSessions}
          onChange={(event) => void actions.setPreferences({ nameSessions: event.currentTarget.checked })}
        />
        <span>{t('Name new sessions automatically (one small request each)')}</span>
      </label>
    </>
  )
}
