import { createSignal } from 'solid-js'
import type { UiState } from '../../base/state/ui-state.ts'

type Model = { providerId: string; model: string }

/** Of this tab’s next session only; null: no choice. */
const [chosen, chooseModel] = createSignal<Model | null>(null)

export { chooseModel }

/** The person’s choice for the next session; null also if its provider was removed. Reactive. */
export function chosenModel({ providers }: UiState): Model | null {
  const own = chosen()
  return own !== null && providers?.some(({ id }) => id === own.providerId) ? own : null
}
