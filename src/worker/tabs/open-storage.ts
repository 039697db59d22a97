import type { StorageFault } from '../../settings/storage-fault.ts'
import { hasCopies } from '../../storage/copy/copy-folder.ts'
import { faultOf } from '../../storage/fault.ts'
import { openDatabase } from '../../storage/open.ts'
import { DATABASE_NAME, type Database } from '../../storage/schema.ts'

export type StorageHandlers = {
  tellFault: (fault: StorageFault) => void
  /** Nothing may be written any more: the database is wanted by newer code, or lost. */
  giveUp: () => void
}

/** The database, or null when it cannot be used; why has been told then. */
export async function openStorage({ tellFault, giveUp }: StorageHandlers): Promise<Database | null> {
  const outcome = await openDatabase({
    onBlocked: tellFault,
    onEmptied: (fault) =>
      void hasCopies(DATABASE_NAME).then(
        (copied) => tellFault(copied ? faultOf('recovered') : fault),
        () => tellFault(fault),
      ),
    onVersionChange: (close) => {
      giveUp()
      close()
      tellFault({
        kind: 'newer-data',
        message: 'A newer version of Reflexor is open in another tab. This tab can no longer save.',
        safe: 'Everything so far is saved.',
        advice: 'Reload this tab to use the new version.',
      })
    },
    onTerminated: (fault) => {
      giveUp()
      tellFault(fault)
    },
  })
  if (outcome.type === 'opened') return outcome.db
  tellFault(outcome.fault)
  return null
}
