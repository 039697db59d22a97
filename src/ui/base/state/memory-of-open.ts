import { isPrivateSession } from '../../../settings/private-session.ts'
import type { UiState } from './ui-state.ts'

/** Bytes of a private session are in its memory, so a request for them names it. */
export const memoryOfOpen = ({ open }: Pick<UiState, 'open'>): { sessionId?: string } =>
  open !== null && isPrivateSession(open.id) ? { sessionId: open.id } : {}
