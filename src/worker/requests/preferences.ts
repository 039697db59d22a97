import type { CHOSEN_PREFERENCES } from '../../protocol/chosen-preferences.ts'
import type { TOOL_REQUESTS } from '../../protocol/tools.ts'
import { mergePreferences } from '../../settings/merge-preferences.ts'
import type { Preferences } from '../../settings/preferences.ts'
import { changePreferences, readPreferences } from '../../storage/settings/settings.ts'
import type { HandlersOf } from '../request-handlers.ts'

/** The person's preferences, and the tools they can allow or forbid. */
export const PREFERENCE_HANDLERS: HandlersOf<typeof CHOSEN_PREFERENCES & typeof TOOL_REQUESTS> = {
  'get-preferences': (_request, { db }) => readPreferences(db),
  'set-preferences': ({ preferences, known = {}, fresh }, { db }) =>
    changePreferences(db, (stored: Preferences) => mergePreferences(stored, known, preferences), fresh),
  'list-tools': async () => {
    const [{ ALL_TOOLS }, folder, pictures] = await Promise.all([
      import('../../tools/all-tools.ts'),
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
