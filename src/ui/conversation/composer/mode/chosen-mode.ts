import { createSignal } from 'solid-js'
import type { Mode } from '../../../../agent/mode.ts'

/** The mode of this tab’s next session; undefined: that of the settings. Reactive. */
const [chosenMode, chooseMode] = createSignal<Mode | undefined>(undefined)

export { chooseMode, chosenMode }
