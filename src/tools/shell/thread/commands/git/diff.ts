import { createTwoFilesPatch } from 'diff'
import git from 'isomorphic-git'
import { done } from '../command.ts'
import { commitOf, type Repository, textIn } from './repository.ts'
import { changedRows } from './status.ts'

/** `git diff [--cached] [COMMIT [COMMIT]] [-- PATH...]`. */
export async function diff(args: string[], repository: Repository) {
  const { at, context, path } = repository
  const cached = args.includes('--cached') || args.includes('--staged')
  const split = args.indexOf('--')
  const named = args.filter((arg, place) => !arg.startsWith('-') && (split === -1 || place < split))
  const behind = split === -1 ? [] : args.slice(split + 1)
  const commits: string[] = []
  for (const name of named.flatMap((each) => each.split(/\.\.\.?/)))
    if (split !== -1 || !(await context.fs.exists(context.fs.resolvePath(context.cwd, name))))
      commits.push((await commitOf(repository, name)) ?? '')
    else behind.push(name)
  const paths = behind.map(path)
  const isWanted = (file: string): boolean =>
    paths.length === 0 || paths.some((each) => each === '.' || file === each || file.startsWith(`${each}/`))
  const head = commits[0] ?? (await commitOf(repository, 'HEAD'))
  const files =
    commits.length === 0
      ? (await changedRows(repository))
          .filter(({ head: old, stage }) => old !== 0 || stage !== 0)
          .map((row) => row.path)
      : await filesOf(repository, [commits[0] ?? '', commits[1] ?? ''])
  let text = ''
  for (const file of files.filter(isWanted)) {
    const before = cached || commits.length > 0 ? await textIn(repository, head, file) : await staged(repository, file)
    const after =
      commits.length === 2
        ? await textIn(repository, commits[1] ?? null, file)
        : cached
          ? await staged(repository, file)
          : await textNow(repository, file)
    if (before === after) continue
    if (args.includes('--name-only')) text += `${file}\n`
    else text += patchOf(file, before, after)
  }
  return done(text)

  async function textNow({ at: { dir } }: Repository, file: string): Promise<string | null> {
    const full = `${dir}/${file}`
    return (await context.fs.exists(full)) ? await context.fs.readFile(full) : null
  }
  async function staged(_: Repository, file: string): Promise<string | null> {
    let oid: string | null = null
    await git.walk({
      ...at,
      trees: [git.STAGE()],
      map: async (name, [entry]) => {
        if (name === '.' || file.startsWith(`${name}/`)) return undefined
        if (name !== file) return null
        oid = (await entry?.oid()) ?? null
        return null
      },
    })
    return oid === null ? null : new TextDecoder().decode((await git.readBlob({ ...at, oid })).blob)
  }
}

/** Files of one commit, or of either of two. */
async function filesOf({ at, ...rest }: Repository, [from, to]: [string, string]): Promise<string[]> {
  const before = await git.listFiles({ ...at, ref: from })
  const after =
    to === '' ? (await changedRows({ at, ...rest })).map((row) => row.path) : await git.listFiles({ ...at, ref: to })
  return [...new Set([...before, ...after])].sort()
}

function patchOf(file: string, before: string | null, after: string | null): string {
  const patch = createTwoFilesPatch(
    before === null ? '/dev/null' : `a/${file}`,
    after === null ? '/dev/null' : `b/${file}`,
    before ?? '',
    after ?? '',
    undefined,
    undefined,
    { context: 3, maxEditLength: 20_000 },
  )
  const body =
    patch === undefined
      ? `Files differ too much to be shown: ${file}\n`
      : patch.replace(/^=+\n/, '').replace(/^(---|\+\+\+) (.*?)\t?$/gm, '$1 $2')
  return `diff --git a/${file} b/${file}\n${body}`
}
