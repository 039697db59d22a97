import { createContext, useContext } from 'solid-js'
import type { Connection } from '../worker-link/connection.ts'

/**
 * Asks the worker: `ask({ kind, … })` resolves to the result in the row of that request (protocol/requests.ts), or
 * rejects with an Error whose message is for the person. A function of this folder wraps it only if asking also changes
 * what the page holds.
 */
export type Ask = Connection['request']

export const AskContext = createContext<Ask>()

export function useAsk(): Ask {
  const ask = useContext(AskContext)
  if (!ask) throw new Error('A component is used outside the app')
  return ask
}
