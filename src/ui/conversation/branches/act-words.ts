import type { Origin } from '../../../agent/head.ts'
import { type CountedPhrase, count, t } from '../../base/words/t.ts'

type Act = NonNullable<Origin['acts']>[number]

const WORDS: Record<string, [one: string, many: CountedPhrase]> = {
  notify: ['1 notification shown', '{n} notifications shown'],
  make_picture: ['1 picture made', '{n} pictures made'],
  disk_write: ['1 file written to disk', '{n} files written to disk'],
  disk_edit: ['1 file changed on disk', '{n} files changed on disk'],
  disk_delete: ['1 file deleted on disk', '{n} files deleted on disk'],
}

/** "1 file written to disk, 2 calls of mail_send". */
const actWords = (acts: readonly Act[]): string =>
  acts
    .map(({ tool, count: n }) => {
      const own = Object.hasOwn(WORDS, tool) ? WORDS[tool] : undefined
      return own === undefined ? count(n, '1 call of {tool}', '{n} calls of {tool}', { tool }) : count(n, ...own)
    })
    .join(t(', '))

/** Everything that a branch left behind, a sentence each. */
export function leftBehindWords({
  acts = [],
  files = 0,
}: {
  acts?: readonly Act[] | undefined
  files?: number | undefined
}): string[] {
  return [
    ...(acts.length > 0 ? [t('It starts before: {acts}. Those are not undone.', { acts: actWords(acts) })] : []),
    ...(files > 0
      ? [
          count(
            files,
            '1 workspace file is as it was then. Linked folders on disk are not changed.',
            '{n} workspace files are as they were then. Linked folders on disk are not changed.',
          ),
        ]
      : []),
  ]
}
