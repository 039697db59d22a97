import type { Config } from '../../../agent/config.ts'
import type { Head } from '../../../agent/head.ts'
import type { Message, QueuedMessage } from '../../../agent/message.ts'
import type { Plan } from '../../../agent/plan.ts'
import type { FileEntry } from '../../../agent/state.ts'
import type { StreamBlock } from '../../../agent/stream-block.ts'
import type { SessionItem } from '../../../protocol/common.ts'
import type { ProviderView } from '../../../protocol/provider-list.ts'
import type { Activity } from '../../../protocol/published.ts'
import type { StorageHealth } from '../../../protocol/storage.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../../../settings/preferences.ts'
import type { ProjectLine } from '../../../settings/projects.ts'
import type { StorageFault } from '../../../settings/storage-fault.ts'
import type { StreamView } from './stream-view.ts'

/** All that the page shows; a window onto the worker's state, never the truth. */

type SessionWindow = { head: Head; config: Config; plan?: Plan | null; queue: QueuedMessage[] }

/**
 * A view of one variant turns into a view of another, without being recreated. `from`: the session that it was opened
 * with. `at`: the first row that differed at the last of `times` turns.
 */
type Turned = { from: string; at: number; times: number }

export type OpenSession = {
  id: string
  turned: Turned
  phase: 'loading' | 'ready' | 'missing' | 'failed'
  /** Why it could not be opened. */
  problem: string
  view: SessionWindow | null
  /** Loaded rows by `n`; only rows that were asked for are here. */
  rows: Record<number, Message>
  /** Rows whose records cannot be read, by `n`. */
  damaged: Record<number, true>
  /** Answers under way, by cut. */
  streams: Record<number, StreamView>
  /** What interrupted askings had said of answers that have ended since, by cut. */
  interrupted: Record<number, StreamBlock[]>
  /** Last words of running tools, by call id. */
  progress: Record<string, string>
  /** Something stood in its workspace since it was opened, or it is linked to a folder on disk. */
  hasFiles: boolean
  /** null: not asked for yet. Sorted by path, without deleted files. */
  files: FileEntry[] | null
  activity: Activity | null
}

type Notice = { id: string; text: string; undo: (() => void) | null }

/** Whether text of an answer under way is coming in. */
export const isWriting = (session: OpenSession): boolean =>
  Object.values(session.streams).some(
    (stream) => stream.live && stream.blocks.some((block) => block.kind === 'text' && block.text !== ''),
  )

export type UiState = {
  role: 'starting' | 'writer' | 'follower' | 'none'
  epoch: number
  /** The tab that writes, this one or another, is in safe mode; or it cannot write at present, and why. */
  notRunning: boolean | StorageFault
  /** null: not known yet. */
  sessions: SessionItem[] | null
  open: OpenSession | null
  providers: ProviderView[] | null
  /** By name; null: not known yet. */
  projects: ProjectLine[] | null
  preferences: Preferences
  health: StorageHealth | null
  /** The storage as a whole is unusable. */
  fault: StorageFault | null
  /** The worker died or speaks another language: only a reload helps. */
  broken: string | null
  notice: Notice | null
  /** Commands that were sent and are not acknowledged yet. */
  unacknowledged: Record<string, true>
  applyUpdate: (() => void) | null
}

export const initialState = (): UiState => ({
  role: 'starting',
  epoch: 0,
  notRunning: false,
  sessions: null,
  open: null,
  providers: null,
  projects: null,
  preferences: DEFAULT_PREFERENCES,
  health: null,
  fault: null,
  broken: null,
  notice: null,
  unacknowledged: {},
  applyUpdate: null,
})

export const openingSession = (id: string): OpenSession => ({
  id,
  turned: { from: id, at: 0, times: 0 },
  phase: 'loading',
  problem: '',
  view: null,
  rows: {},
  damaged: {},
  streams: {},
  interrupted: {},
  progress: {},
  hasFiles: false,
  files: null,
  activity: null,
})
