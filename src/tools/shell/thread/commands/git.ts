import { Buffer } from 'buffer/index.js'
import git from 'isomorphic-git'
import type { Outside } from '../outside.ts'
import { CommandError, type Context, command, done } from './command.ts'
import { diff } from './git/diff.ts'
import { gitFs } from './git/git-fs.ts'
import { clone, fetch, lsRemote, pull, push, remotes } from './git/remote.ts'
import { authorOf, commitOf, type Repository, repositoryOf } from './git/repository.ts'
import { changedRows, status } from './git/status.ts'

// isomorphic-git needs Node's Buffer
Object.assign(globalThis, { Buffer: globalThis.Buffer ?? Buffer })

type Run = (args: string[], repository: Repository, outside: Outside) => Promise<ReturnType<typeof done>>

/** The value of the first of these options that is present. */
const optionOf = (args: readonly string[], ...names: string[]): string | undefined => {
  const place = args.findIndex((arg) => names.includes(arg))
  return place === -1 ? undefined : args[place + 1]
}
const plain = (args: readonly string[]): string[] => args.filter((arg) => !arg.startsWith('-'))

async function init(args: string[], context: Context) {
  const branch = optionOf(args, '-b', '--initial-branch') ?? 'main'
  const [folder = '.'] = plain(args).filter((arg) => arg !== branch)
  const dir = context.fs.resolvePath(context.cwd, folder)
  await context.fs.mkdir(dir, { recursive: true })
  await git.init({ fs: gitFs(context.fs), dir, defaultBranch: branch })
  return done(`Initialized empty Git repository in ${dir}/.git/\n`)
}

const add: Run = async (args, repository) => {
  const all = args.includes('-A') || args.includes('--all')
  const paths = all ? ['.'] : plain(args).map(repository.path)
  if (paths.length === 0) throw new CommandError('nothing specified, nothing added')
  for (const { path, work } of await changedRows(repository, paths.includes('.') ? undefined : paths))
    if (work === 0) await git.remove({ ...repository.at, filepath: path })
    else await git.add({ ...repository.at, filepath: path })
  return done()
}

const remove: Run = async (args, repository) => {
  const { at, context, path } = repository
  const paths = plain(args).map(path)
  const files = await git.listFiles({ ...at })
  const gone = files.filter((file) => paths.some((each) => file === each || file.startsWith(`${each}/`)))
  if (gone.length === 0) throw new CommandError(`'${plain(args)[0] ?? ''}' did not match any files`, 128)
  for (const filepath of gone) {
    await git.remove({ ...at, filepath })
    if (!args.includes('--cached')) await context.fs.rm(`${at.dir}/${filepath}`, { force: true })
  }
  return done(gone.map((file) => `rm '${file}'\n`).join(''))
}

const commit: Run = async (args, repository) => {
  const { at } = repository
  const combined = args.findIndex((arg) => /^-a?m$/.test(arg))
  const message = combined === -1 ? optionOf(args, '--message') : args[combined + 1]
  if (message === undefined) throw new CommandError('give a message: git commit -m MESSAGE')
  if (args.some((arg) => /^-am?$/.test(arg) || arg === '--all'))
    for (const { path, head, work } of await changedRows(repository))
      if (head === 1) await (work === 0 ? git.remove({ ...at, filepath: path }) : git.add({ ...at, filepath: path }))
  const staged = (await changedRows(repository)).filter(({ head, stage }) => stage > 1 || (head === 1 && stage === 0))
  const amend = args.includes('--amend')
  if (staged.length === 0 && !amend && !args.includes('--allow-empty'))
    return done('nothing to commit (use "git add")\n', '', 1)
  const oid = await git.commit({ ...at, message, author: await authorOf(repository), amend })
  const branch = (await git.currentBranch({ ...at })) ?? 'HEAD'
  return done(`[${branch} ${oid.slice(0, 7)}] ${message.split('\n')[0]}\n ${staged.length} files changed\n`)
}

const log: Run = async (args, repository) => {
  const { at } = repository
  const short = args.find((arg) => /^-\d+$/.test(arg))
  const depth = Number(short?.slice(1) ?? optionOf(args, '-n', '--max-count') ?? 1000)
  const [ref = 'HEAD'] = plain(args).filter((arg) => arg !== String(depth))
  const oid = await commitOf(repository, ref)
  if (oid === null) throw new CommandError('your current branch does not have any commits yet', 128)
  const commits = await git.log({ ...at, ref: oid, depth })
  const oneLine = args.includes('--oneline')
  const lines = commits.map(({ oid: id, commit: { message, author } }) => {
    const [first = ''] = message.split('\n')
    if (oneLine) return `${id.slice(0, 7)} ${first}\n`
    const date = new Date(author.timestamp * 1000).toISOString()
    const body = message.trimEnd().replace(/^/gm, '    ')
    return `commit ${id}\nAuthor: ${author.name} <${author.email}>\nDate:   ${date}\n\n${body}\n\n`
  })
  return done(lines.join(''))
}

const branch: Run = async (args, { at }) => {
  const [name, start] = plain(args)
  if (name === undefined) {
    const current = await git.currentBranch({ ...at })
    const all = await git.listBranches({ ...at })
    return done(all.map((each) => `${each === current ? '*' : ' '} ${each}\n`).join(''))
  }
  if (args.some((arg) => /^-d$|^--delete$/i.test(arg))) await git.deleteBranch({ ...at, ref: name })
  else await git.branch({ ...at, ref: name, ...(start && { object: start }) })
  return done()
}

const checkout: Run = async (args, repository) => {
  const { at, path } = repository
  const split = args.indexOf('--')
  if (split !== -1) {
    const ref = (await commitOf(repository, args[split - 1] ?? 'HEAD')) ?? 'HEAD'
    await git.checkout({ ...at, ref, filepaths: args.slice(split + 1).map(path), force: true, noUpdateHead: true })
    return done()
  }
  const [name] = plain(args)
  if (name === undefined) throw new CommandError('name a branch')
  const makes = args.some((arg) => ['-b', '-c', '--create'].includes(arg))
  if (makes) await git.branch({ ...at, ref: name })
  await git.checkout({ ...at, ref: name })
  return done('', `Switched to ${makes ? 'a new ' : ''}branch '${name}'\n`)
}

const restore: Run = async (args, { at, path }) => {
  const paths = plain(args).map(path)
  if (args.includes('--staged')) for (const filepath of paths) await git.resetIndex({ ...at, filepath })
  else await git.checkout({ ...at, filepaths: paths, force: true, noUpdateHead: true })
  return done()
}

const merge: Run = async (args, repository) => {
  const [theirs] = plain(args)
  if (theirs === undefined) throw new CommandError('name a branch')
  return await mergeIn(repository, theirs, args.includes('--ff-only'))
}

async function mergeIn(repository: Repository, theirs: string, fastForwardOnly: boolean) {
  const { at } = repository
  const ours = await git.currentBranch({ ...at })
  try {
    const result = await git.merge({
      ...at,
      theirs,
      author: await authorOf(repository),
      abortOnConflict: false,
      fastForwardOnly,
    })
    if (ours) await git.checkout({ ...at, ref: ours })
    if (result.alreadyMerged) return done('Already up to date.\n')
    return done(result.fastForward ? 'Fast-forward\n' : `Merge made: ${result.oid?.slice(0, 7) ?? ''}\n`)
  } catch (error) {
    if (!(error instanceof git.Errors.MergeConflictError)) throw error
    const files = (error.data as { filepaths?: string[] }).filepaths ?? []
    return done(
      `CONFLICT in: ${files.join(', ')}\nAutomatic merge failed; mend the marks, then git add and git commit.\n`,
      '',
      1,
    )
  }
}

const config: Run = async (args, { at }) => {
  const [path = '', value] = plain(args)
  if (value === undefined) return done(`${(await git.getConfig({ ...at, path })) ?? ''}\n`)
  await git.setConfig({ ...at, path, value })
  return done()
}

const COMMANDS: Record<string, Run> = {
  ...{ add, rm: remove, status, commit, log, diff, branch, checkout, switch: checkout, restore, merge, config },
  ...{ remote: remotes, fetch, push },
  pull: (args, repository, outside) =>
    pull(args, repository, outside, (theirs, fastForwardOnly) => mergeIn(repository, theirs, fastForwardOnly)),
}

/**
 * `git` over the workspace. `calledAt`: the time of its commits, ms, so that a command that runs again after a crash
 * makes the same commits.
 */
export const gitCommand = (outside: Outside, calledAt: number) =>
  command('git', async (args, context) => {
    const [name = '', ...rest] = args[0] === '-C' ? args.slice(2) : args
    const here = args[0] === '-C' ? { ...context, cwd: context.fs.resolvePath(context.cwd, args[1] ?? '.') } : context
    if (name === '--version') return done('git version 2 (isomorphic-git)\n')
    if (name === 'init') return await init(rest, here)
    if (name === 'clone') return await clone(rest, here, outside)
    if (name === 'ls-remote' && plain(rest)[0]?.includes('://')) return await lsRemote(rest, outside)
    const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (run === undefined) {
      throw new CommandError(`'${name}' is not here. There are init, clone, ${Object.keys(COMMANDS).join(', ')}.`)
    }
    return await run(rest, await repositoryOf(here, calledAt), outside)
  })
