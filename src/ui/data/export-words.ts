import type { Results } from '../../protocol/from-worker.ts'
import { sentences } from '../words/sentences.ts'
import { count, t } from '../words/t.ts'

/** What an export holds, and what it does not. */
export function exportWords({ raw, sessions, notes, missing }: Results['export']): string {
  if (raw) return t('Saved a raw copy without keys. Only the version of Reflexor that wrote the data can use it.')
  const lacks = count(
    missing,
    'One file of the sessions is not in it: its bytes are not on this device, and could not be had.',
    '{n} files are missing from it: they are not on this device and couldn’t be fetched.',
  )
  const noted = count(
    notes.length,
    'Its file notes.json has 1 note on what is damaged or missing.',
    'notes.json in it lists {n} damaged or missing items.',
  )
  return sentences([
    count(sessions, 'Saved 1 session.', 'Saved {n} sessions.'),
    missing > 0 ? lacks : '',
    notes.length > 0 ? noted : '',
  ])
}
