import type { Results } from '../../../protocol/requests.ts'
import { sentences } from '../../base/words/sentences.ts'
import { count, t } from '../../base/words/t.ts'

/** The content of an export, and its omissions. */
export function exportWords({ raw, sessions, notes, missing }: Results['export']): string {
  if (raw) return t('Saved a raw copy without keys. Only the version of Reflexor that wrote the data can use it.')
  const lacks = count(
    missing,
    '1 file is missing from it: it is not on this device and couldn’t be fetched.',
    '{n} files are missing from it: they are not on this device and couldn’t be fetched.',
  )
  const noted = count(
    notes.length,
    'notes.json in it lists 1 damaged or missing item.',
    'notes.json in it lists {n} damaged or missing items.',
  )
  return sentences([
    count(sessions, 'Saved 1 session.', 'Saved {n} sessions.'),
    missing > 0 ? lacks : '',
    notes.length > 0 ? noted : '',
  ])
}
