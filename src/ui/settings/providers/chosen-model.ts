import { createSignal } from 'solid-js'
import type { UiState } from '../../base/state/ui-state.ts'

type Model = { providerId: string; model: string }

/** Of the next session of this tab alone; null: nobody chose. */
const [chosen, chooseModel] = createSignal<Model | null>(null)

export { chooseModel }

/** What the person chose to ask next; null also when its provider is no longer there. Reactive. */
export function chosenModel({ providers }: UiState): Model | null {
  const own = chosen()
  return own !== null && providers?.some(({ id }) => id === own.providerId) ? own : null
}
