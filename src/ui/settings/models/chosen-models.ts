import type { ModelChoice } from '../../../settings/preferences.ts'
import { useApp } from '../../base/state/app-context.ts'
import { isSameModel, type ModelOption } from './model-sections.ts'

const MOST_FAVOURITES = 100
const MOST_RECENT = 10

export const choiceOf = ({ providerId, model }: ModelOption): ModelChoice => ({ providerId, model: model.id })

/** The person’s favourites, and the recently chosen models. */
export function useChosenModels() {
  const { state, actions } = useApp()
  const favourites = () => state.preferences.favouriteModels
  const isFavourite = (option: ModelOption): boolean =>
    favourites().some((known) => isSameModel(known, choiceOf(option)))
  return {
    isFavourite,
    toggle: (option: ModelOption): void => {
      const choice = choiceOf(option)
      const others = favourites().filter((known) => !isSameModel(known, choice))
      void actions.setPreferences({
        favouriteModels: (isFavourite(option) ? others : [...others, choice]).slice(-MOST_FAVOURITES).map(copy),
      })
    },
    /** Adds it as the latest choice. */
    remember: (choice: ModelChoice): void => {
      const others = state.preferences.recentModels.filter((known) => !isSameModel(known, choice))
      void actions.setPreferences({ recentModels: [choice, ...others].slice(0, MOST_RECENT).map(copy) })
    },
    /** The models of one provider; undefined: of all. */
    chosen: (providerId: string | undefined) => {
      const only = (choices: readonly ModelChoice[]) =>
        choices.filter((choice) => providerId === undefined || choice.providerId === providerId)
      return { favourites: only(favourites()), recent: only(state.preferences.recentModels) }
    },
  }
}

/** Objects of the store can’t be cloned to the worker. */
const copy = ({ providerId, model }: ModelChoice): ModelChoice => ({ providerId, model })
