import type { ToolCall } from '../../agent/message.ts'
import { isFolderTool } from '../../settings/folder-tools.ts'
import type { Scope } from '../state/session-actions.ts'

const SCOPES: { scope: Scope; label: string }[] = [
  { scope: 'once', label: 'Only this call' },
  { scope: 'session', label: 'This session' },
  { scope: 'always', label: 'Always' },
]

/**
 * How far a decision about this call may reach. Not beyond the session: one about a folder on disk, since another may be linked elsewhere,
 * and about a description that changed, since the next one may differ again.
 */
export const scopesOf = ({ name, grant }: Pick<ToolCall, 'name' | 'grant'>): typeof SCOPES =>
  isFolderTool(name) || grant?.startsWith('changed:') ? SCOPES.filter(({ scope }) => scope !== 'always') : SCOPES
