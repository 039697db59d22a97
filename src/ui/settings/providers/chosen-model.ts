import { createSignal } from 'solid-js'
import type { Config } from '../../../agent/config.ts'
import { DEMO_PROVIDER } from '../../../settings/provider.ts'
import { keepHere } from '../../base/kit/keep-here.ts'
import type { UiState } from '../../base/state/ui-state.ts'

type Model = { providerId: string; model: string }
type Thinking = Config['model']['thinking']

/** Of this tab’s next session only; null: no choice. */
const [chosen, chooseModel] = createSignal<Model | null>(null)
const [chosenThinking, chooseThinking] = createSignal<Thinking | null>(null)

export { chooseModel, chooseThinking, chosenThinking }

const isThere = ({ providers }: UiState, { providerId }: Model): boolean =>
  providers?.some(({ id }) => id === providerId) === true

/** The person’s choice for the next session; null also if its provider was removed. Reactive. */
export function chosenModel(state: UiState): Model | null {
  const own = chosen()
  return own !== null && isThere(state, own) ? own : null
}

const KEY = 'reflexor:last-model'
/** Changes with what is stored. */
const [stored, setStored] = createSignal({})

/** The model of a session that was begun here, or changed to it, last. null: the default applies again. */
export function keepLastModel(model: Model | null): void {
  if (model?.providerId === DEMO_PROVIDER.id) return
  if (model === null) localStorage.removeItem(KEY)
  else keepHere(KEY, `${model.providerId}\n${model.model}`)
  setStored({})
}

/** null: none, or its provider was removed. Reactive. */
export function lastModel(state: UiState): Model | null {
  stored()
  const [providerId, model] = (localStorage.getItem(KEY) ?? '').split('\n')
  if (!providerId || !model) return null
  const last = { providerId, model }
  return isThere(state, last) ? last : null
}
