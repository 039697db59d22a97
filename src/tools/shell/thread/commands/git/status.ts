import git from 'isomorphic-git'
import { done } from '../command.ts'
import type { Repository } from './repository.ts'

export type Row = { path: string; head: number; work: number; stage: number }

/** Differences between the last commit, the index and the folder (isomorphic-git's status matrix). */
export async function changedRows({ at }: Repository, filepaths?: string[]): Promise<Row[]> {
  const rows = await git.statusMatrix({ ...at, ...(filepaths && { filepaths }) })
  return rows
    .map(([path, head, work, stage]) => ({ path, head, work, stage }))
    .filter(({ head, work, stage }) => head !== 1 || work !== 1 || stage !== 1)
}

/** The two characters of `git status --short`. */
function signsOf({ head, work, stage }: Row): string {
  if (head === 0 && stage === 0) return '??'
  const index = head === 0 ? 'A' : stage === 0 ? 'D' : stage === 1 ? ' ' : 'M'
  const folder =
    stage === 0
      ? work === 0
        ? ' '
        : '?'
      : work === 0
        ? 'D'
        : work === stage || (stage === 3 && work === 1)
          ? ' '
          : work === 2 && stage !== 2
            ? 'M'
            : ' '
  return index + folder
}

export async function status(args: string[], repository: Repository) {
  const rows = await changedRows(repository)
  const branch = (await git.currentBranch({ ...repository.at })) ?? 'HEAD (detached)'
  const lines = rows.map((row) => `${signsOf(row)} ${row.path}\n`)
  if (args.some((arg) => ['-s', '--short', '--porcelain'].includes(arg))) return done(lines.join(''))
  const clean = rows.length === 0 ? 'nothing to commit, working tree clean\n' : ''
  return done(`On branch ${branch}\n${lines.join('')}${clean}`)
}
