import type { Origin } from '../../agent/head.ts'

type Act = NonNullable<Origin['acts']>[number]

const WORDS: Record<string, [one: string, many: string]> = {
  notify: ['notification shown', 'notifications shown'],
  disk_write: ['file written to disk', 'files written to disk'],
  disk_edit: ['file changed on disk', 'files changed on disk'],
  disk_delete: ['file deleted on disk', 'files deleted on disk'],
}

/** "1 file written to disk, 2 calls of mail_send". */
const actWords = (acts: readonly Act[]): string =>
  acts
    .map(({ tool, count }) => {
      const own = Object.hasOwn(WORDS, tool) ? WORDS[tool] : undefined
      const [one, many] = own ?? [`call of ${tool}`, `calls of ${tool}`]
      return `${count} ${count === 1 ? one : many}`
    })
    .join(', ')

/** What a branch has left behind, a sentence each. */
export function leftBehindWords({
  acts = [],
  files = 0,
}: {
  acts?: readonly Act[] | undefined
  files?: number | undefined
}): string[] {
  return [
    ...(acts.length > 0 ? [`It starts before: ${actWords(acts)}. That is not undone.`] : []),
    ...(files > 0
      ? [
          `${files === 1 ? '1 file' : `${files} files`} of the workspace ${files === 1 ? 'is' : 'are'} as then. Linked folders on disk are not touched.`,
        ]
      : []),
  ]
}
