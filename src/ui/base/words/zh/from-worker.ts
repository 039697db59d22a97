import { fromArchives } from './from-archives.ts'
import { fromDevices } from './from-devices.ts'
import { fromModels } from './from-models.ts'
import { fromPage } from './from-page.ts'
import { fromProviders } from './from-providers.ts'
import { fromServices } from './from-services.ts'
import { fromSessions } from './from-sessions.ts'
import { fromSkills } from './from-skills.ts'
import { fromStorage } from './from-storage.ts'
import { fromTools } from './from-tools.ts'

/** English sentences of the worker and of stored records. `said` finds them, also by the words around their holes. */
export const fromWorker = {
  ...fromArchives,
  ...fromDevices,
  ...fromModels,
  ...fromPage,
  ...fromProviders,
  ...fromServices,
  ...fromSessions,
  ...fromSkills,
  ...fromStorage,
  ...fromTools,
}
