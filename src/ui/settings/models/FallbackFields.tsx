import { showHidden } from '../../base/words/hidden-signs.ts'
import './fallback-fields.css'
import { createEffect, createMemo, createSignal, For, type JSX, on, Show, Suspense } from 'solid-js'
import type { ModelChoice } from '../../../settings/preferences.ts'
import { ById } from '../../base/kit/ById.tsx'
import { keepInList } from '../../base/kit/keep-in-list.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { useApp } from '../../base/state/app-context.ts'
import { type PlainPhrase, t } from '../../base/words/t.ts'

const ModelDialog = lazy(() => import('./ModelDialog.tsx'))

type Chain = { models: readonly ModelChoice[]; after: number }
const MOST = 8
const TRIES: [number, PlainPhrase][] = [
  [1, 'Immediately'],
  [2, 'After 2 tries'],
  [3, 'After 3 tries'],
  [5, 'After 5 tries'],
]

/** The models that are asked in order when one has no capacity. `onChange` gets the new list as plain copies. */
export function FallbackFields(props: {
  chain: Chain
  onChange: (chain: { models: ModelChoice[]; after: number }) => void
}): JSX.Element {
  const { state } = useApp()
  const [adding, setAdding] = createSignal(false)
  const models = () => props.chain.models
  const lines = () => models().map((choice) => ({ id: `${choice.providerId} ${choice.model}`, ...choice }))
  const order = createMemo(() => lines().map(({ id }) => id), undefined, {
    equals: (a, b) => a.join('\n') === b.join('\n'),
  })
  let list: HTMLOListElement | undefined
  let add: HTMLButtonElement | undefined
  let moved: string | undefined
  // an element that moves in the page loses the focus, and the first row has no "up" button
  createEffect(
    on(
      order,
      (ids) => {
        const line = moved === undefined ? undefined : list?.children[ids.indexOf(moved)]
        moved = undefined
        if (document.activeElement === document.body) line?.querySelector('button')?.focus()
      },
      { defer: true },
    ),
  )
  const labelOf = (id: string): string => state.providers?.find((provider) => provider.id === id)?.label ?? t('removed')
  const keep = (changed: readonly ModelChoice[], after = props.chain.after): void =>
    props.onChange({ models: changed.map(({ providerId, model }) => ({ providerId, model })), after })
  const placeOf = ({ id }: { id: string }): number => order().indexOf(id)
  const without = (at: number): ModelChoice[] => models().filter((_, n) => n !== at)
  const up = (at: number): void => {
    const choice = models()[at]
    if (choice === undefined) return
    moved = order()[at]
    keep(without(at).toSpliced(at - 1, 0, choice))
  }
  const pick = (choice: ModelChoice): void => {
    const others = models().filter(
      ({ providerId, model }) => providerId !== choice.providerId || model !== choice.model,
    )
    keep([...others, choice])
  }
  return (
    <>
      <Show when={models().length > 0}>
        <ol ref={list} class="fallback-list" aria-label={t('Fallback models')}>
          <ById each={lines()}>
            {(choice) => (
              <li>
                <span class="fallback-name">
                  <bdi>{showHidden(choice().model)}</bdi> <span class="hint">{labelOf(choice().providerId)}</span>
                </span>
                <Show when={placeOf(choice()) > 0}>
                  <button
                    type="button"
                    class="button small"
                    aria-label={t('Move {model} up', { model: showHidden(choice().model) })}
                    onClick={() => up(placeOf(choice()))}
                  >
                    {t('Up')}
                  </button>
                </Show>
                <button
                  type="button"
                  class="button small ghost"
                  aria-label={t('Remove fallback {model}', { model: showHidden(choice().model) })}
                  onClick={(event) => {
                    keepInList(event.currentTarget, 'button:last-of-type', () => add)
                    keep(without(placeOf(choice())))
                  }}
                >
                  {t('Remove')}
                </button>
              </li>
            )}
          </ById>
        </ol>
        <label class="choice-line">
          <span>{t('Switch to the next model')}</span>
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
        <button ref={add} type="button" class="button small" aria-haspopup="dialog" onClick={() => setAdding(true)}>
          {t('Add a fallback model')}
        </button>
      </Show>
      <Suspense>
        <Show when={adding()}>
          <ModelDialog label={t('Fallback')} current={null} onPick={pick} onClose={() => setAdding(false)} />
        </Show>
      </Suspense>
    </>
  )
}
