import { listHeads } from './read.ts'
import { restoreSession } from './restore.ts'
import type { Database } from './schema.ts'

/** How full the storage is: `filling` from 80 %, `nearly-full` from 95 % of the browser's quota. */
export type StorageLevel = 'fine' | 'filling' | 'nearly-full'

const FILLING = 0.8
const NEARLY_FULL = 0.95

/** Bytes; null: the browser does not say, and there is no warning. */
export function levelOf(usage: number | null, quota: number | null): StorageLevel {
  if (usage === null || quota === null || quota <= 0) return 'fine'
  const part = usage / quota
  return part >= NEARLY_FULL ? 'nearly-full' : part >= FILLING ? 'filling' : 'fine'
}

/** The current level, by the browser's own figures. Rejects with a DOMException. */
export async function readLevel(): Promise<StorageLevel> {
  const { usage, quota } = await readEstimate()
  return levelOf(usage, quota)
}

async function readEstimate(): Promise<{ usage: number | null; quota: number | null }> {
  // WebKit has it on Apple systems, and not elsewhere
  const estimate = await (navigator.storage as Partial<StorageManager> | undefined)?.estimate?.()
  return { usage: estimate?.usage ?? null, quota: estimate?.quota ?? null }
}

export type StorageFigures = {
  /** Also false if the browser does not say. */
  persisted: boolean
  /** Bytes; null: unknown. */
  usage: number | null
  quota: number | null
  level: StorageLevel
  sessions: number
  /** Ids of sessions whose heads cannot be read. */
  damaged: string[]
}

/**
 * The browser's figures for its storage, and a count of its content without deleted sessions. Rejects with a
 * DOMException.
 */
export async function readFigures(db: Database): Promise<StorageFigures> {
  const storage: Partial<StorageManager> | undefined = navigator.storage
  const [{ usage, quota }, persisted = false, { heads, damaged }] = await Promise.all([
    readEstimate(),
    storage?.persisted?.(),
    listHeads(db),
  ])
  const sessions = heads.filter(({ deletedAt }) => deletedAt === null).length + damaged.length
  return { persisted, usage, quota, level: levelOf(usage, quota), sessions, damaged }
}

/**
 * Every session that no machine can run because a record it needs is damaged (`what`). Reads the few rows that each
 * machine would start with, one session after another. Rejects with a DOMException.
 */
export async function findDamaged(db: Database): Promise<{ id: string; title: string; what: string }[]> {
  const found: { id: string; title: string; what: string }[] = []
  for (const id of await db.getAllKeys('sessions')) {
    const outcome = await restoreSession(db, id, 0)
    if (outcome.type !== 'damaged') continue
    const head = (await db.get('sessions', id).catch(() => undefined)) as { title?: unknown } | undefined
    found.push({ id, title: typeof head?.title === 'string' ? head.title : '', what: outcome.what })
  }
  return found
}
