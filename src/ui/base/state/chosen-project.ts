import { createSignal } from 'solid-js'
import type { ProjectLine } from '../../../settings/projects.ts'
import type { UiState } from './ui-state.ts'

/** Of the next session only; null: none. */
const [chosen, chooseProject] = createSignal<string | null>(null)

export { chooseProject }

/** The project of this tab’s next session; undefined: none, or it was deleted. Reactive. */
export const projectOf = ({ projects }: Pick<UiState, 'projects'>): ProjectLine | undefined =>
  projects?.find(({ id }) => id === chosen())
