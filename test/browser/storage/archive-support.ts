import { diff } from '../../../src/agent/delta.ts'
import { initiate } from '../../../src/agent/initiate.ts'
import type { Input, Unstamped } from '../../../src/agent/input.ts'
import type { State } from '../../../src/agent/state.ts'
import { transition } from '../../../src/agent/transition.ts'
import { type ExportWish, exportArchive } from '../../../src/storage/archive/export.ts'
import { type ImportOptions, type ImportReport, importArchive } from '../../../src/storage/archive/import.ts'
import { commitBatch } from '../../../src/storage/commit.ts'
import type { Database } from '../../../src/storage/schema.ts'
import { parsePath } from '../../../src/tools/workspace/path.ts'
import { CONFIG } from './rows.ts'

export const NOW = Date.UTC(2026, 0, 2)
/** What an imported session is configured with in these tests. */
export const FRESH = {
  model: { providerId: 'mine', model: 'my-model', thinking: 'off' as const },
  tools: CONFIG.tools,
  limits: CONFIG.limits,
}

export async function exported(db: Database, wish: Partial<ExportWish> = {}): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  await exportArchive(db, { sessionIds: null, settings: true, now: NOW, ...wish }, (bytes) => void parts.push(bytes))
  return new Blob(parts)
}

let ids = 0
export const imported = (db: Database, file: Blob, options: Partial<ImportOptions> = {}): Promise<ImportReport> =>
  importArchive(db, file, {
    now: NOW,
    newId: () => `imported-${ids++}`,
    problemOfPath: (path) => parsePath(path).problem ?? null,
    configure: () => FRESH,
    ownPrompt: CONFIG.systemPrompt,
    keep: new Set(),
    // into the same database, to see how it arrives
    again: true,
    ...options,
  })

/** A session whose inputs are committed one by one, with a whole state beside it. */
export async function startSession(
  db: Database,
  epoch: number,
  sessionId: string,
  config = CONFIG,
): Promise<{ state: () => State; commit: (...inputs: Unstamped[]) => Promise<void> }> {
  let state = initiate(sessionId)
  let seq = 0
  const commit = async (...unstamped: Unstamped[]): Promise<void> => {
    const inputs: Input[] = []
    let next = state
    for (const each of unstamped) {
      const input: Input = { ...each, seq: ++seq, timestamp: seq * 10 }
      const after = transition(input)(next)
      if (after !== next) inputs.push(input)
      next = after
    }
    if (next === state) return
    const outcome = await commitBatch(db, {
      epoch,
      sessionId,
      inputs,
      delta: diff(state, next),
      previousSeq: state.head.seq === 0 ? null : state.head.seq,
      strict: false,
      endedStreams: [],
    })
    if (outcome.type !== 'committed') throw new Error(JSON.stringify(outcome))
    state = next
  }
  await commit({ type: 'session-create', sessionId, config })
  return { state: () => state, commit }
}

/** The entries of an archive as text, by name. */
export async function unpacked(file: Blob): Promise<Map<string, string>> {
  const { unzipSync, strFromU8 } = await import('fflate')
  const entries = unzipSync(new Uint8Array(await file.arrayBuffer()))
  return new Map(Object.entries(entries).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

export async function packed(entries: ReadonlyMap<string, string | Uint8Array>): Promise<Blob> {
  const { zipSync, strToU8 } = await import('fflate')
  const files = [...entries].map(([name, value]) => [name, typeof value === 'string' ? strToU8(value) : value] as const)
  return new Blob([zipSync(Object.fromEntries(files)) as Uint8Array<ArrayBuffer>])
}
