import type { Database, UpgradeTransaction } from './schema.ts'

/**
 * One step of the schema. Runs inside the upgrade's transaction: it may await requests of that transaction and nothing
 * else.
 */
export type Migration = (db: Database, transaction: UpgradeTransaction) => void | Promise<void>

/**
 * Numbered by position, append only: the n-th one leads from version n - 1 to version n. A released migration is never
 * changed: its result is on people's disks.
 */
export const MIGRATIONS: readonly Migration[] = [
  function createStores(db) {
    db.createObjectStore('meta', { keyPath: 'key' })
    db.createObjectStore('sessions', { keyPath: 'sessionId' })
    db.createObjectStore('configs', { keyPath: 'sessionId' })
    db.createObjectStore('summaries', { keyPath: 'sessionId' })
    db.createObjectStore('queue', { keyPath: ['sessionId', 'id'] })
    const messages = db.createObjectStore('messages', { keyPath: ['sessionId', 'n'] })
    // answers have no `id`, so this index holds only the person's messages
    messages.createIndex('by-id', ['sessionId', 'id'])
    messages.createIndex('by-seq', ['sessionId', 'seq'])
    db.createObjectStore('files', { keyPath: ['sessionId', 'path'] })
    db.createObjectStore('journal', { keyPath: ['sessionId', 'seq'] })
    db.createObjectStore('snapshots', { keyPath: ['sessionId', 'seq', 'page'] })
    db.createObjectStore('streams', { keyPath: ['sessionId', 'cut', 'attempt', 'n'] })
    db.createObjectStore('blobs', { keyPath: 'sha' })
    db.createObjectStore('pending-blobs', { keyPath: 'sha' })
    db.createObjectStore('blob-names', { keyPath: ['sessionId', 'sha'] }).createIndex('by-sha', 'sha')
    db.createObjectStore('purges', { keyPath: 'sessionId' })
    db.createObjectStore('settings', { keyPath: 'key' })
    db.createObjectStore('vault', { keyPath: 'id' })
  },
  function indexCommands(_db, transaction) {
    // inputs that no page sent have no `commandId`: they are not in the index, and cost it nothing
    transaction.objectStore('journal').createIndex('by-command', ['sessionId', 'input.commandId'])
  },
  function createSync(db) {
    db.createObjectStore('sync', { keyPath: 'sessionId' })
  },
  function moveKeys() {
    // settings/move-old-keys.ts moves them once the database is open: an upgrade cannot wait for another database. The
    // new version keeps older code, which would not find them, from opening
  },
  function createPlans(db) {
    db.createObjectStore('plans', { keyPath: 'sessionId' })
  },
  function createProjects(db) {
    db.createObjectStore('projects', { keyPath: 'id' })
    db.createObjectStore('project-files', { keyPath: ['projectId', 'path'] })
  },
]

/** The version of the data that this code reads and writes. */
export const DATA_VERSION = MIGRATIONS.length
