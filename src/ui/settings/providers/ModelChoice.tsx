import { createSignal, For, type JSX, Show, Suspense } from 'solid-js'
import type { Preferences } from '../../../settings/preferences.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { useApp } from '../../base/state/app-context.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'

const ModelDialog = lazy(() => import('../models/ModelDialog.tsx'))

/**
 * A preference that names a model, or none. A select of the models that providers list first, and a button to the list
 * of all. `label`, `find`, `none`: words that are translated.
 */
export function ModelChoice(props: {
  name: 'summaryModel' | 'helperModel' | 'pictureModel'
  label: string
  find: string
  none: string
}): JSX.Element {
  const { state, actions } = useApp()
  const [seeking, setSeeking] = createSignal(false)
  const chosen = () => state.preferences[props.name]
  const set = (to: { providerId: string; model: string } | null): Promise<unknown> => {
    const value = to && { ...to, thinking: 'off' as const }
    return actions.setPreferences({ [props.name]: value } as Partial<Preferences>)
  }
  /** The models offered directly; all others are in the list of models. */
  const models = () =>
    (state.providers ?? [])
      .filter(({ kind }) => kind !== 'demo')
      .flatMap(({ id, label, model, models: all }) =>
        [...new Set([model, ...all.slice(0, 60)])].map((name) => ({ providerId: id, model: name, label })),
      )
  const key = (one: { providerId: string; model: string } | null): string =>
    one === null ? '' : JSON.stringify([one.providerId, one.model])
  /** A model that its provider no longer offers. */
  const unlisted = () => {
    const now = chosen()
    return now !== null && !models().some((one) => key(one) === key(now)) ? now : null
  }
  const choose = async (control: HTMLSelectElement): Promise<void> => {
    const [providerId, model] = control.value === '' ? [] : (JSON.parse(control.value) as [string, string])
    await set(providerId === undefined || model === undefined ? null : { providerId, model })
    // if refused, shows the stored value again
    control.value = key(chosen())
  }
  return (
    <>
      <label class="choice-line">
        <span>{props.label}</span>
        <select class="select small" value={key(chosen())} onChange={(event) => void choose(event.currentTarget)}>
          <option value="">{props.none}</option>
          <Show when={unlisted()}>
            {(one) => (
              <option value={key(one())} selected>
                {showHidden(one().model)}
              </option>
            )}
          </Show>
          <For each={models()}>
            {(one) => (
              <option value={key(one)} selected={key(one) === key(chosen())}>
                {showHidden(`${one.label}: ${one.model}`)}
              </option>
            )}
          </For>
        </select>
      </label>
      {/* without a provider nothing could be found or typed there */}
      <Show when={models().length > 0}>
        <button type="button" class="button small" aria-haspopup="dialog" onClick={() => setSeeking(true)}>
          {props.find}
        </button>
      </Show>
      <Suspense>
        <Show when={seeking()}>
          <ModelDialog
            label={props.label}
            current={chosen()}
            onPick={({ providerId, model }) => void set({ providerId, model })}
            onClose={() => setSeeking(false)}
          />
        </Show>
      </Suspense>
    </>
  )
}
