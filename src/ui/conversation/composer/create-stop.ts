import { type Accessor, createSignal } from 'solid-js'
import { useApp } from '../../base/state/app-context.ts'

/** In ms; an idle worker answers in a few. */
const UNHEARD_AFTER = 700

/**
 * Stop, and whether it has not been acknowledged for a while: then the tab that runs this session is frozen or busy.
 */
export function createStop(): { stop: () => void; waits: Accessor<boolean> } {
  const { actions, state } = useApp()
  const [unheard, setUnheard] = createSignal<string | null>(null)
  return {
    stop: () => {
      const id = actions.stop()
      if (id !== null) setTimeout(() => setUnheard(id), UNHEARD_AFTER)
    },
    waits: () => {
      const id = unheard()
      return id !== null && state.unacknowledged[id] === true
    },
  }
}
