import { type LeftOut, MOST_BYTES, MOST_FILES, type SharedFile } from '../../../pwa/shared-files.ts'
import { fileSize } from '../../base/kit/file-size.ts'
import { joined } from '../../base/words/joined.ts'
import { t } from '../../base/words/t.ts'

/** The shared files that were left out, and why: a sentence for each reason. */
export function leftOutWords(files: readonly Pick<SharedFile, 'name' | 'left'>[]): string[] {
  const names = (why: LeftOut): string => joined(files.filter(({ left }) => left === why).map(({ name }) => name))
  const sentences = {
    size: t('Left out (limit {size} in total): {names}', { size: fileSize(MOST_BYTES), names: names('size') }),
    number: t('Left out (limit {n} files in total): {names}', { n: MOST_FILES, names: names('number') }),
    room: t('Left out (no browser storage left): {names}', { names: names('room') }),
  }
  return (['size', 'number', 'room'] as const).filter((why) => names(why) !== '').map((why) => sentences[why])
}
