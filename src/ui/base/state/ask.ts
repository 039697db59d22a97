import { createContext, useContext } from 'solid-js'
import type { Connection } from '../worker-link/connection.ts'

/** Asks the worker. Only the intents of this folder use it: components call those and know nothing of the wire. */
export type Ask = Connection['request']

export const AskContext = createContext<Ask>()

export function useAsk(): Ask {
  const ask = useContext(AskContext)
  if (!ask) throw new Error('A component stands outside the app')
  return ask
}
