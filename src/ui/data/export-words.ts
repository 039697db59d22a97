import type { Results } from '../../protocol/from-worker.ts'
import { sentences } from '../words/sentences.ts'
import { count, t } from '../words/t.ts'

/** What an export holds, and what it does not. */
export function exportWords({ raw, sessions, notes, missing }: Results['export']): string {
  if (raw) return t('Saved as a raw copy, without keys. The version of Reflexor that wrote the data can use it.')
  const lacks = count(
    missing,
    'One file of the sessions is not in it: its bytes are not on this device, and could not be had.',
    '{n} files of the sessions are not in it: their bytes are not on this device, and could not be had.',
  )
  const noted = count(
    notes.length,
    'Its file notes.json has 1 note on what is damaged or missing.',
    'Its file notes.json has {n} notes on what is damaged or missing.',
  )
  return sentences([
    count(sessions, 'Saved 1 session.', 'Saved {n} sessions.'),
    missing > 0 ? lacks : '',
    notes.length > 0 ? noted : '',
  ])
}
