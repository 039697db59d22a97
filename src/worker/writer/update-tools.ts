import { DEMO_PROVIDER } from '../../settings/provider.ts'
import { readPreferences } from '../../storage/settings/settings.ts'
import { ALL_TOOLS } from '../../tools/all-tools.ts'
import { backgroundChanges } from '../policy/background.ts'
import { fallbackChanges } from '../policy/fallback.ts'
import { instructionFiles } from '../policy/instruction-files.ts'
import { linkedTools } from '../policy/linked-tools.ts'
import { windowChanges } from '../policy/model-window.ts'
import { pictureChanges } from '../policy/picture-model.ts'
import { toolChanges } from '../policy/session-tools.ts'
import { listAgain } from '../ports/list-models.ts'
import { pictureTools } from '../ports/picture-tools.ts'
import { isBusy } from '../session-item.ts'
import type { MachineEnvironment, SessionMachine } from './session-machine.ts'

/**
 * Gives a session the current tools, the window of its model, and the extra instructions of a run. Called before a run
 * begins. Meanwhile the lists of servers and providers are refreshed for the run after it. Waits for code that cannot
 * be loaded yet, so that a later message is not answered without it.
 */
export async function updateTools(
  machine: SessionMachine,
  { db, remote, report }: Pick<MachineEnvironment, 'db' | 'remote' | 'report'>,
): Promise<void> {
  const tools = await remote
  const { config, head } = machine.state()
  if (isBusy(head)) return
  const [preferences, linked] = await Promise.all([readPreferences(db), linkedTools(db, head.sessionId, machine.load)])
  const drawing = await pictureChanges(db, config, preferences)
  const pictures = await pictureTools(db, { ...config, ...drawing }, machine)
  const changes = {
    ...drawing,
    ...toolChanges(config, ALL_TOOLS, [...tools.current(), ...linked, ...pictures], preferences),
    ...(await windowChanges(db, config, preferences)),
    ...fallbackChanges(config, preferences),
    ...(await backgroundChanges(
      db,
      config,
      preferences,
      machine.load,
      head.activeAt ?? head.timestamp,
      undefined,
      head.project,
      await instructionFiles(db, head, config, linked.length > 0, machine.load),
    )),
  }
  // not awaited: it is committed together with what begins the run
  if (Object.keys(changes).length > 0) machine.dispatch({ type: 'user-configure', config: changes }).catch(report)
  tools.refresh().catch(report)
  if (config.model.providerId !== DEMO_PROVIDER.id) listAgain(db, config.model.providerId).catch(report)
}
