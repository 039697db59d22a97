import { useApp } from '../base/state/app-context.ts'
import { usePrivate } from '../base/state/private.ts'
import { nextModel } from '../settings/providers/next-model.ts'

/** Begins a private session with the model of a new session and opens it; asks for a provider if there is none. */
export function useBeginPrivate(): () => void {
  const { state, openDialog } = useApp()
  const { begin } = usePrivate()
  return () => {
    const model = nextModel(state)
    if (model === null) openDialog('add-provider')
    else begin(model)
  }
}
