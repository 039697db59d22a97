import type { ToolCall } from '../../../agent/message.ts'
import { isFolderTool } from '../../../settings/folder-tools.ts'
import type { Scope } from '../../base/state/session-actions.ts'
import type { PlainPhrase } from '../../base/words/t.ts'

const SCOPES: { scope: Scope; label: PlainPhrase }[] = [
  { scope: 'once', label: 'Just once' },
  { scope: 'session', label: 'This session' },
  { scope: 'always', label: 'Always' },
]

/**
 * Choices for how long a decision about this call may last. At most the session: a folder on disk, since another may be
 * linked elsewhere; a changed description, since the next one may differ again; data that is sent or opened after
 * private material was read; commits that are sent. Once only: data to be sent that nobody gave to the model.
 */
export function scopesOf({ name, grant, sends }: Pick<ToolCall, 'name' | 'grant' | 'sends'>): typeof SCOPES {
  if (sends !== undefined) return SCOPES.filter(({ scope }) => scope === 'once')
  const endsWithSession = isFolderTool(name) || /^(changed|words|links|push):/.test(grant ?? '')
  return endsWithSession ? SCOPES.filter(({ scope }) => scope !== 'always') : SCOPES
}
