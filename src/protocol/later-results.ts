import { ARCHIVE_RESULTS } from './archive.ts'
import { AWAY_RESULTS } from './away.ts'
import { BACKUP_RESULTS } from './backups.ts'
import { BRANCH_RESULTS } from './branches.ts'
import { CONTEXT_RESULTS } from './context.ts'
import { DEVICE_RESULTS } from './devices.ts'
import { FILE_RESULTS } from './files.ts'
import { FOLDER_RESULTS } from './folders.ts'
import { INSPECT_RESULTS } from './inspect.ts'
import { MEMORY_RESULTS } from './memory.ts'
import { MODEL_RESULTS } from './models.ts'
import { PREFERENCE_RESULTS } from './preferences.ts'
import { PROJECT_RESULTS } from './projects.ts'
import { PROVIDER_RESULTS } from './providers.ts'
import { RECURRING_RESULTS } from './recurring.ts'
import { SEARCH_RESULTS } from './search.ts'
import { SERVICE_RESULTS } from './services.ts'
import { SHARE_RESULTS } from './share.ts'
import { SKILL_RESULTS } from './skills.ts'
import { STORAGE_RESULTS } from './storage.ts'
import { USAGE_RESULTS } from './usage.ts'
import { VAULT_RESULTS } from './vault.ts'

/** All other results: a page loads them with its first request of that kind. */
export const LaterResults = {
  ...FILE_RESULTS,
  ...FOLDER_RESULTS,
  ...STORAGE_RESULTS,
  ...BACKUP_RESULTS,
  ...VAULT_RESULTS,
  ...CONTEXT_RESULTS,
  ...MEMORY_RESULTS,
  ...PROJECT_RESULTS,
  ...BRANCH_RESULTS,
  ...INSPECT_RESULTS,
  ...ARCHIVE_RESULTS,
  ...AWAY_RESULTS,
  ...SHARE_RESULTS,
  ...USAGE_RESULTS,
  ...MODEL_RESULTS,
  ...PROVIDER_RESULTS,
  ...PREFERENCE_RESULTS,
  ...SERVICE_RESULTS,
  ...SEARCH_RESULTS,
  ...DEVICE_RESULTS,
  ...SKILL_RESULTS,
  ...RECURRING_RESULTS,
}
