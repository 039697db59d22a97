import git, { type WalkerEntry } from 'isomorphic-git'
import { CommandError, type Context } from '../command.ts'
import { gitFs } from './git-fs.ts'

/**
 * The repository that a command works in. `path`: makes an argument relative to the repository's root.
 */
export type Repository = {
  at: { fs: ReturnType<typeof gitFs>; dir: string }
  context: Context
  path: (argument: string) => string
  /** Seconds since 1970, for the next commit. */
  time: () => number
}

/** `calledAt`: wall time, ms. */
export async function repositoryOf(context: Context, calledAt: number): Promise<Repository> {
  const { fs: shell, cwd } = context
  for (let dir = cwd; ; dir = dir.slice(0, dir.lastIndexOf('/'))) {
    if (dir !== '' && (await shell.exists(`${dir}/.git/HEAD`)))
      return {
        at: { fs: gitFs(shell, await executablesIn(gitFs(shell), dir)), dir },
        context,
        path: pathIn(dir, context),
        time: () => Math.floor(calledAt / 1000),
      }
    if (dir === '') throw new CommandError('not a git repository (or any of the folders above)', 128)
  }
}

/** Files that the index marks as executable: a changed one must keep its mark. */
async function executablesIn(fs: ReturnType<typeof gitFs>, dir: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const map = async (path: string, [entry]: (WalkerEntry | null)[]): Promise<void> => {
    if (entry !== null && entry !== undefined && (await entry.mode()) === EXECUTABLE) found.add(`${dir}/${path}`)
  }
  await git.walk({ fs, dir, trees: [git.STAGE()], map, reduce: async () => null })
  return found
}
const EXECUTABLE = 0o100_755

const pathIn =
  (dir: string, { fs, cwd }: Context) =>
  (argument: string): string => {
    const full = fs.resolvePath(cwd, argument)
    if (full === dir) return '.'
    if (!full.startsWith(`${dir}/`)) throw new CommandError(`'${argument}' is outside the repository`, 128)
    return full.slice(dir.length + 1)
  }

/** The author from the repository's configuration, now. */
export async function authorOf({ at, time }: Repository): Promise<{ name: string; email: string; timestamp: number }> {
  const name = (await git.getConfig({ ...at, path: 'user.name' })) as string | undefined
  const email = (await git.getConfig({ ...at, path: 'user.email' })) as string | undefined
  return { name: name ?? 'Reflexor', email: email ?? 'agent@reflexor.invalid', timestamp: time() }
}

/** null: no commit yet. */
export async function commitOf({ at }: Repository, name: string): Promise<string | null> {
  const back = /^(.*?)~(\d*)$/.exec(name)
  try {
    let oid = await git.resolveRef({ ...at, ref: back?.[1] ?? name }).catch(() => git.expandOid({ ...at, oid: name }))
    for (let n = back ? Number(back[2] || 1) : 0; n > 0; n--) {
      const parent: string | undefined = (await git.readCommit({ ...at, oid })).commit.parent[0]
      if (parent === undefined) throw new CommandError(`'${name}': there is no such commit`, 128)
      oid = parent
    }
    return oid
  } catch (error) {
    if (name === 'HEAD') return null
    throw error instanceof CommandError ? error : new CommandError(`'${name}': there is no such commit`, 128)
  }
}

/** The text of a file in a commit; null if it has none. */
export async function textIn({ at }: Repository, oid: string | null, filepath: string): Promise<string | null> {
  if (oid === null) return null
  try {
    return new TextDecoder().decode((await git.readBlob({ ...at, oid, filepath })).blob)
  } catch {
    // the file is not in that commit
    return null
  }
}
