import './fallback-fields.css'
import { createSignal, For, type JSX, Show, Suspense } from 'solid-js'
import type { ModelChoice } from '../../settings/preferences.ts'
import { lazy } from '../kit/lazy.ts'
import { useApp } from '../state/app-context.ts'
import { type PlainPhrase, t } from '../words/t.ts'

const ModelDialog = lazy(() => import('./ModelDialog.tsx'))

type Chain = { models: readonly ModelChoice[]; after: number }
const MOST = 8
const TRIES: [number, PlainPhrase][] = [
  [1, 'At once'],
  [2, 'After 2 tries'],
  [3, 'After 3 tries'],
  [5, 'After 5 tries'],
]

/** The models that are asked where one has no room, in their order. `onChange` gets what is to be kept, in plain copies. */
export function FallbackFields(props: {
  chain: Chain
  onChange: (chain: { models: ModelChoice[]; after: number }) => void
}): JSX.Element {
  const { state } = useApp()
  const [adding, setAdding] = createSignal(false)
  const models = () => props.chain.models
  const labelOf = (id: string): string => state.providers?.find((provider) => provider.id === id)?.label ?? t('removed')
  const keep = (changed: readonly ModelChoice[], after = props.chain.after): void =>
    props.onChange({ models: changed.map(({ providerId, model }) => ({ providerId, model })), after })
  const without = (at: number): ModelChoice[] => models().filter((_, n) => n !== at)
  const up = (at: number): void => {
    const moved = models()[at]
    if (moved !== undefined) keep(without(at).toSpliced(at - 1, 0, moved))
  }
  const add = (choice: ModelChoice): void => {
    const others = models().filter(
      ({ providerId, model }) => providerId !== choice.providerId || model !== choice.model,
    )
    keep([...others, choice])
  }
  return (
    <>
      <Show when={models().length > 0}>
        <ol class="fallback-list" aria-label={t('Models to go on with')}>
          <For each={models()}>
            {(choice, at) => (
              <li>
                <span class="fallback-name">
                  <bdi>{choice.model}</bdi> <span class="hint">{labelOf(choice.providerId)}</span>
                </span>
                <Show when={at() > 0}>
                  <button
                    type="button"
                    class="button small"
                    aria-label={t('Move {model} up', { model: choice.model })}
                    onClick={() => up(at())}
                  >
                    {t('Up')}
                  </button>
                </Show>
                <button
                  type="button"
                  class="button small ghost"
                  aria-label={t('Do not go on with {model}', { model: choice.model })}
                  onClick={() => keep(without(at()))}
                >
                  {t('Remove')}
                </button>
              </li>
            )}
          </For>
        </ol>
        <label class="choice-line">
          <span>{t('Go on with the next model')}</span>
          <select
            class="select small"
            value={String(props.chain.after)}
            onChange={(event) => keep(models(), Number(event.currentTarget.value))}
          >
            <For each={TRIES}>
              {([tries, words]) => (
                <option value={tries} selected={tries === props.chain.after}>
                  {t(words)}
                </option>
              )}
            </For>
          </select>
        </label>
      </Show>
      <Show when={models().length < MOST}>
        <button type="button" class="button small" aria-haspopup="dialog" onClick={() => setAdding(true)}>
          {t('Add a model to go on with')}
        </button>
      </Show>
      <Suspense>
        <Show when={adding()}>
          <ModelDialog label={t('Go on with')} current={null} onPick={add} onClose={() => setAdding(false)} />
        </Show>
      </Suspense>
    </>
  )
}
