import type { State } from '../../agent/state.ts'
import type { EffectPorts } from '../../effects/run-effect.ts'
import { configuredTools } from '../policy/linked-tools.ts'
import type { RemoteTool } from '../policy/remote-tool.ts'
import { brainPorts } from './brain-ports.ts'
import { historySource } from './history-source.ts'
import type { EffectEnvironment, MachinePorts, PortParts } from './machine-ports.ts'
import { pictureTools } from './picture-tools.ts'
import { toolkitPorts } from './toolkit-ports.ts'

/**
 * What the effects of one session's machine may do. The returned function makes the ports of one effect; `clean`: its
 * last start ended in good order.
 */
export function effectPorts(
  sessionId: string,
  environment: EffectEnvironment,
  machine: MachinePorts,
): (clean: boolean, state: State) => EffectPorts {
  const { db, remote } = environment
  const others = async ({ config }: State): Promise<RemoteTool[]> => [
    ...(await remote).current(),
    ...(await configuredTools(db, sessionId, config, machine.load)),
    ...(await pictureTools(db, config, machine)),
  ]
  const parts: PortParts = { ...environment, ...machine, sessionId, source: historySource(db, sessionId), others }
  const { brain, compress, naming } = brainPorts(parts)
  const toolkit = toolkitPorts(parts)
  return (clean, state) => ({
    brain: brain(clean),
    compress,
    toolkit: toolkit(clean, state),
    naming,
    untilAtRest: environment.helpers.untilAtRest,
    load: machine.load,
    now: Date.now,
  })
}
