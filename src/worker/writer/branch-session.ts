import type { Config } from '../../agent/config.ts'
import type { Command } from '../../protocol/command.ts'
import type { Database } from '../../storage/schema.ts'
import { readPreferences } from '../../storage/settings/settings.ts'
import { branchSession } from '../../storage/versions/branch.ts'
import { pointBefore } from '../../storage/versions/point.ts'
import { ALL_TOOLS } from '../../tools/all-tools.ts'
import type { RemoteTool } from '../policy/remote-tool.ts'
import { toolPolicies } from '../policy/session-tools.ts'
import { refused } from '../refused.ts'
import { knownAs } from '../sync/session/same-name.ts'

/** Copies of sessions that go their own way. Loaded when the first is made. */

type Branch = Extract<Command, { kind: 'branch-session' }>

/**
 * Runs the command. A variant takes the present settings of its conversation. A separate session starts with the
 * person's permanent approvals only: an approval given in one session does not hold in another. Rejects with Refused,
 * or as storage rejects.
 */
export async function branch(
  db: Database,
  epoch: number,
  { sessionId, from, at, variant }: Branch,
  commandId: string,
  remote: readonly RemoteTool[],
) {
  const point = 'count' in at ? await pointBefore(db, from, at.count) : { seq: at.seq, count: null }
  if (point === null) throw refused('source-gone')
  const preferences = await readPreferences(db)
  const fresh = { tools: toolPolicies(ALL_TOOLS, remote, preferences), grants: preferences.grants }
  const outcome = await branchSession(db, {
    ...{ epoch, from, sessionId, commandId, point, variant, known: await knownAs(db, from) },
    title: (title) => (variant ? title : `${title.slice(0, 180)} (branch)`),
    configure: (now: Config) => (variant ? now : { ...now, ...fresh }),
    now: Date.now(),
  })
  if (outcome.type === 'missing') throw refused('source-gone')
  if (outcome.type === 'refused') throw refused('no-way-back')
  return outcome.head
}
