import type { PreferenceKind } from '../../protocol/preferences.ts'
import { mergePreferences } from '../../settings/merge-preferences.ts'
import type { Preferences } from '../../settings/preferences.ts'
import { changePreferences, readPreferences } from '../../storage/settings/settings.ts'
import { ALL_TOOLS } from '../../tools/all-tools.ts'
import type { HandlersOf } from './handlers.ts'

/** The person's preferences, and the tools they can allow or forbid. */
export const PREFERENCE_HANDLERS: HandlersOf<PreferenceKind> = {
  'get-preferences': (_request, { db }) => readPreferences(db),
  'set-preferences': async ({ preferences, known = {}, fresh }, { db, settingsChanged }) => {
    const merge = (stored: Preferences) => mergePreferences(stored, known, preferences)
    const changed = await changePreferences(db, merge, fresh)
    settingsChanged()
    return changed
  },
  'list-tools': async () => {
    const [folder, pictures] = await Promise.all([
      import('../policy/folder-tools.ts'),
      import('../../tools/pictures/make-picture.ts'),
    ])
    return [...ALL_TOOLS, ...folder.folderToolsInGeneral(), pictures.pictureToolInGeneral()].map(
      ({ name, label, description, repeat, approval, grantFor }) => ({
        name,
        label,
        description,
        repeat,
        approval,
        ...(grantFor === undefined ? {} : { perSite: true }),
      }),
    )
  },
}
