import { createContext, useContext } from 'solid-js'
import type { ProviderView } from '../../../protocol/provider-list.ts'
import type { Actions } from './actions.ts'
import type { Drafts } from './drafts.ts'
import type { Route } from './route.ts'
import type { SettingsTab } from './settings-tabs.ts'
import type { UiState } from './ui-state.ts'

/**
 * `organise`: select many sessions, starting with one. `edit`: edit an existing provider. `inspect`, `share`: of this
 * session. `settings`: at one of its tabs. `project`: of this id, or a new one (null), into which session `move` goes.
 * `moveSession`: choose a project for it.
 */
export type OpenDialog =
  | 'settings'
  | { settings: SettingsTab }
  | 'commands'
  | 'help'
  | 'search'
  | 'activity'
  | 'session-settings'
  | 'context'
  /** The open session. */
  | 'print'
  | 'add-provider'
  /** For the open session, which this device has no provider for. */
  | 'add-provider-here'
  /** `key`: it is the key that is to be changed. */
  | { edit: ProviderView; key?: boolean }
  | { inspect: string }
  | { share: string; handOver?: boolean }
  | { organise: string | null }
  | { project: string | null; move?: string }
  | { moveSession: string }
  | { deleteProject: string }
  /** In the sessions of this project. */
  | { searchProject: string }
  /** This session and its repetitions with other models. */
  | { runs: string }
  /** A skill from what worked in this session. */
  | { saveSkill: string }
  | null

/** What every component may use: the state to read, actions to ask for, drafts, and where the page is. */
export type App = {
  state: UiState
  actions: Actions
  drafts: Drafts
  route: () => Route
  /** Whether this tab asked its worker to run nothing. `state.notRunning` says whether the writer runs nothing. */
  safe: () => boolean
  leaveSafe: () => void
  openDialog: (dialog: OpenDialog) => void
}

export const AppContext = createContext<App>()

export function useApp(): App {
  const app = useContext(AppContext)
  if (!app) throw new Error('A component stands outside the app')
  return app
}
