import type { UserInput } from '../../agent/input.ts'
import type { State } from '../../agent/state.ts'
import { isFolderTool } from '../../settings/folder-tools.ts'
import type { Database } from '../../storage/schema.ts'
import { changePreferences } from '../../storage/settings/settings.ts'
import type { RemoteTools } from '../mcp/remote-tools.ts'
import { knownHashes } from '../policy/session-tools.ts'

export type Decision = Extract<UserInput, { type: 'user-decide-tool-call' }>
/**
 * What a decision "always" speaks of: what a call needs a word for, or the tool as one of these hashes describes it.
 */
export type Subject = { grant: string } | { name: string; hashes: string[] }

/**
 * Call before the decision is dispatched, because the dispatch changes the answer. null: the call does not wait for a
 * decision, or the decision ends with the session.
 */
export function subjectOf({ messages, config }: State, decided: Decision): Subject | null {
  const { toolCallId, args, grant: edited } = decided
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []))
  const call = calls.find(({ id }) => id === toolCallId)
  if (call?.status !== 'pending' || (decided.decision === 'approve' && isFolderTool(call.name))) return null
  if (call.sends !== undefined && args === undefined) return null
  const grant = args !== undefined && edited !== undefined ? edited : (call.grant ?? null)
  const grants = config.grants ?? []
  if (grant !== null && !grants.includes(grant)) return { grant }
  return { name: call.name, hashes: knownHashes(config, call.name, grants) }
}

/**
 * Stores a decision for future sessions. Idempotent. A single denial is not stored: there is no list of forbidden
 * things. Rejects with DamagedRecord or a DOMException.
 */
export async function rememberDecision(
  db: Database,
  subject: Subject,
  decision: Decision['decision'],
  remote: RemoteTools,
): Promise<void> {
  if ('name' in subject) {
    // first the word on what the tool is, which makes the approval hold
    if (decision === 'approve') await remote.remember(subject.name, subject.hashes)
    const approval = decision === 'approve' ? 'allow' : 'never'
    await changePreferences(db, ({ approvals }) => ({ approvals: { ...approvals, [subject.name]: approval } }))
  } else if (decision === 'approve' && !/^(changed|words|links|push):/.test(subject.grant))
    await changePreferences(db, ({ grants }) =>
      grants.includes(subject.grant) ? {} : { grants: [...grants, subject.grant].slice(-1000) },
    )
}
