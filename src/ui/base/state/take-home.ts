import type { Results } from '../../../protocol/requests.ts'
import { useApp } from './app-context.ts'
import { useAsk } from './ask.ts'

/**
 * An archive of these sessions, with their `project`, or of everything with the settings. Rejects with an Error whose
 * message is for the person.
 */
export function useTakeHome(): (sessionIds?: string[], project?: string) => Promise<Results['export']> {
  const ask = useAsk()
  const { actions } = useApp()
  return async (sessionIds, project) => {
    const all = sessionIds === undefined
    const exported = await ask({
      kind: 'export',
      sessionIds: sessionIds ?? null,
      settings: all,
      ...(project !== undefined && { project }),
    })
    void actions.loadHealth()
    return exported
  }
}
