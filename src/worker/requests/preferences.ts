import type { PreferenceKind } from '../../protocol/preferences.ts'
import { changePreferences, readPreferences } from '../../storage/settings/settings.ts'
import { ALL_TOOLS } from '../../tools/all-tools.ts'
import type { HandlersOf } from './handlers.ts'

/** What the person prefers, and the tools that they may allow or forbid. */
export const PREFERENCE_HANDLERS: HandlersOf<PreferenceKind> = {
  'get-preferences': (_request, { db }) => readPreferences(db),
  'set-preferences': async ({ preferences, fresh }, { db, settingsChanged }) => {
    const changed = await changePreferences(db, preferences, fresh)
    settingsChanged()
    return changed
  },
  'list-tools': async () =>
    [...ALL_TOOLS, ...(await import('../policy/folder-tools.ts')).folderToolsInGeneral()].map(
      ({ name, label, description, repeat, approval, grantFor }) => ({
        name,
        label,
        description,
        repeat,
        approval,
        ...(grantFor === undefined ? {} : { perSite: true }),
      }),
    ),
}
