import { deleteDB } from 'idb'
import { DATABASE_NAME } from '../../../src/storage/schema.ts'

/** As at the first visit: without the database, and without the copies beside it. */
export async function emptyStorage(): Promise<void> {
  await deleteDB(DATABASE_NAME)
  const root = await navigator.storage.getDirectory()
  await root.removeEntry(`copies-of-${DATABASE_NAME}`, { recursive: true }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error
  })
}
