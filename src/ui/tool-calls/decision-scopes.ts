import type { ToolCall } from '../../agent/message.ts'
import { isFolderTool } from '../../settings/folder-tools.ts'
import type { Scope } from '../state/session-actions.ts'
import type { PlainPhrase } from '../words/t.ts'

const SCOPES: { scope: Scope; label: PlainPhrase }[] = [
  { scope: 'once', label: 'Just once' },
  { scope: 'session', label: 'This session' },
  { scope: 'always', label: 'Always' },
]

/**
 * How far a decision about this call may reach. Not beyond the session: one about a folder on disk, since another may be linked elsewhere,
 * about a description that changed, since the next one may differ again, and about what is sent or opened after private material was read.
 * About one call alone: what nobody gave and would be sent.
 */
export function scopesOf({ name, grant, sends }: Pick<ToolCall, 'name' | 'grant' | 'sends'>): typeof SCOPES {
  if (sends !== undefined) return SCOPES.filter(({ scope }) => scope === 'once')
  const endsWithSession = isFolderTool(name) || /^(changed|words|links):/.test(grant ?? '')
  return endsWithSession ? SCOPES.filter(({ scope }) => scope !== 'always') : SCOPES
}
