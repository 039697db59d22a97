import { readPages } from '../read-pages.ts'
import type { Database, StoreName } from '../schema.ts'
import { asJson } from './as-json.ts'
import { type ExportReport, entryOfLines, manifestOf, putJson } from './export.ts'
import { MANIFEST } from './export-format.ts'
import { makeZipWriter, type Sink } from './zip-writer.ts'

/** Rows of unknown size, so few at a time. */
const PAGE = 10

/**
 * Writes every store of a database as `raw/<store>.jsonl`, one row per line, whatever its version means (data newer
 * than the code). The vault is left out, and so is every key that a browser holds. Rejects with a DOMException, a
 * RangeError above 4 GB or 100,000 files, or the sink's rejection.
 */
export async function exportRaw(db: Database, now: number, sink: Sink): Promise<ExportReport> {
  const zip = makeZipWriter(sink, now)
  await putJson(zip, MANIFEST, manifestOf('raw', db.version, now))
  let sessions = 0
  for (const store of db.objectStoreNames as Iterable<StoreName>) {
    if (isSecret(store)) continue
    const lines = entryOfLines(zip, `raw/${encodeURIComponent(store)}.jsonl`)
    for await (const page of readPages(db, store, null, PAGE))
      for (const row of page) {
        await lines.put(asJson(row))
        if (store === 'sessions') sessions++
      }
    await lines.end()
  }
  await zip.end()
  return { sessions, notes: [], missing: 0 }
}

/** A later version may have several places for secrets; it names them like this. */
const isSecret = (store: string): boolean => /vault|secret|key/i.test(store)
