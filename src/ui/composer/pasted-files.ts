import { MOST_TEXT } from '../../documents/most-text.ts'
import { t } from '../words/t.ts'

/** Characters, and lines, up to which words are written into the box: what is longer would bury what is asked about it. */
const LONG = 8000
const MANY_LINES = 200

/** What of a paste is attached instead of written: files, and long words. Longer ones than a document may have are written: none of them is left out. */
export function pastedFiles(data: DataTransfer | null): File[] {
  const words = data?.getData('text/plain')
  // programs that copy text often put a picture of it beside it
  if (!words) return [...(data?.files ?? [])]
  const isLong = words.length > LONG || words.split('\n').length > MANY_LINES
  return isLong && words.length <= MOST_TEXT ? [new File([words], t('Pasted text'), { type: 'text/plain' })] : []
}
