import { createContext } from 'solid-js'

/** Calls that are decided together, as far as each call's own decision needs to know of it. */
export type Batch = {
  /** The arguments of a call are being edited, or no longer. */
  editing: (callId: string, isEdited: boolean) => void
  /** The reason to deny, which all calls of the batch share; null: it is a single call, with its own. */
  reason: () => string | null
}

export const BatchContext = createContext<Batch>()
