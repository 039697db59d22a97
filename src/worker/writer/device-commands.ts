import type { Command } from '../../protocol/command.ts'
import type { Answered } from '../../protocol/published.ts'
import { parseConfig } from '../../storage/parse-rows.ts'
import type { OpenSharing } from '../sync/storage/open-sharing.ts'
import { type SettlePorts, settleApart } from './settle-apart.ts'

/** Commands that decide which device runs a session. */
type DeviceCommand = Extract<Command, { kind: 'take-session' | 'settle-apart' | 'share-session' | 'detach-session' }>

type DevicePorts = Omit<SettlePorts, 'take' | 'settled'>

/** `sharing`: null: nothing was ever shared here, so nothing is to be done. Rejects with Refused. */
export async function runDeviceCommand(
  id: string,
  command: DeviceCommand,
  ports: DevicePorts,
  sharing: OpenSharing | null,
): Promise<Answered | null> {
  const { sessionId } = command
  switch (command.kind) {
    case 'take-session':
      await sharing?.take(sessionId)
      await beginInAsk(`${id}.m`.slice(-64), sessionId, ports)
      break
    case 'settle-apart': {
      const take = async (shared: string): Promise<void> => sharing?.take(shared)
      return settleApart(id, command, { ...ports, take, settled: (shared, copy) => sharing?.settled(shared, copy) })
    }
    case 'share-session':
      await sharing?.choose(sessionId, command.shared)
      break
    case 'detach-session': {
      await sharing?.detach(sessionId)
      // the run that was under way has ended, and the person asked to continue it
      const input = { type: 'user-continue' } as const
      const answered = await ports.run(`${id}.c`.slice(-64), { kind: 'input', sessionId, input })
      // the sender knows the command by its own id
      return answered && { ...answered, id }
    }
  }
  return { type: 'acknowledged', id, outcome: 'committed' }
}

/** What another device let a session do without asking is for the person to allow here. */
async function beginInAsk(id: string, sessionId: string, { db, run }: DevicePorts): Promise<void> {
  const row = await db.get('configs', sessionId)
  if (row === undefined || (parseConfig(row).mode ?? 'ask') === 'ask') return
  await run(id, { kind: 'input', sessionId, input: { type: 'user-configure', config: { mode: 'ask' } } })
}
