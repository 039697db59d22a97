import type { FileChange } from '../tool.ts'

export const tail = (text: string, length: number): string => (text.length > length ? `…${text.slice(-length)}` : text)

const changed = (files: readonly FileChange[]): string =>
  files
    .map(({ path, from, to }) => `${to === null ? 'deleted' : from === null ? 'created' : 'changed'} ${path}`)
    .join('\n')

/** What a model reads about a run that ended normally. */
export function reportOf(output: string, value: string, files: readonly FileChange[], pictures: number): string {
  const parts = [
    output === '' ? '' : `Printed:\n${output.trimEnd()}`,
    value === '' ? '' : `Value:\n${value}`,
    files.length === 0 ? '' : `Files:\n${changed(files)}`,
    pictures === 0 ? '' : pictures === 1 ? 'The picture follows.' : `The ${pictures} pictures follow.`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'The code ran to its end. It printed nothing and has no value.' : parts.join('\n\n')
}
