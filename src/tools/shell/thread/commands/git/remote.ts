import git from 'isomorphic-git'
import type { Outside } from '../../outside.ts'
import { CommandError, type Context, done } from '../command.ts'
import { gitFs } from './git-fs.ts'
import { httpOf } from './http.ts'
import type { Repository } from './repository.ts'

/** git over the network: from and to the one repository that the person was asked about. */

type Result = ReturnType<typeof done>

/** Options that are followed by a value. */
const WITH_VALUE = new Set(['-b', '--branch', '--depth', '-o', '--origin', '-j', '--jobs'])

/** Options by name, and the other arguments. `--depth=1` is `--depth 1`. */
function parse(args: readonly string[]): { options: ReadonlyMap<string, string>; rest: string[] } {
  const options = new Map<string, string>()
  const rest: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    const [name = '', value] = arg.split(/=(.*)/s)
    if (!arg.startsWith('-')) rest.push(arg)
    else options.set(name, value ?? (WITH_VALUE.has(name) ? (args[++at] ?? '') : ''))
  }
  return { options, rest }
}

const has = (options: ReadonlyMap<string, string>, ...names: string[]): boolean =>
  names.some((name) => options.has(name))

function depthIn(options: ReadonlyMap<string, string>): { depth: number } | object {
  const text = options.get('--depth')
  if (text === undefined) return {}
  if (!/^[1-9]\d*$/.test(text)) throw new CommandError(`depth ${text} is not a positive number`, 128)
  return { depth: Number(text) }
}

/** Our requests know no other way: a proxy that a repository's own settings name would see everything. */
const DIRECT = { corsProxy: null } as unknown as { corsProxy: string }

export async function clone(args: string[], context: Context, outside: Outside): Promise<Result> {
  const { options, rest } = parse(args)
  const [
    url = '',
    folder = url
      .replace(/\/+$/, '')
      .replace(/\.git$/, '')
      .split('/')
      .at(-1) ?? '',
  ] = rest
  requireWeb(url)
  const { fs, cwd } = context
  const dir = fs.resolvePath(cwd, folder)
  if ((await fs.exists(dir)) && (await fs.readdir(dir)).length > 0)
    throw new CommandError(`destination path '${folder}' already exists and is not an empty directory.`, 128)
  await fs.mkdir(dir, { recursive: true })
  const branch = options.get('-b') ?? options.get('--branch')
  await inWords(url, () =>
    git.clone({
      ...{ fs: gitFs(fs), http: httpOf(outside), dir, url: url.replace(/\/+$/, '') },
      ...depthIn(options),
      ...(branch && { ref: branch }),
      ...DIRECT,
      singleBranch: has(options, '--single-branch') || has(options, '--depth'),
      noTags: has(options, '--no-tags'),
      noCheckout: has(options, '-n', '--no-checkout'),
    }),
  )
  return done('', `Cloning into '${folder}'...\ndone.\n`)
}

export async function lsRemote(args: string[], outside: Outside): Promise<Result> {
  const [url = ''] = parse(args).rest
  requireWeb(url)
  const refs = await inWords(url, () =>
    git.listServerRefs({ http: httpOf(outside), url: url.replace(/\/+$/, ''), protocolVersion: 1, ...DIRECT }),
  )
  return done(refs.map(({ oid, ref }) => `${oid}\t${ref}\n`).join(''))
}

/** Where a command goes: a remote by name, or an address. */
async function target({ at }: Repository, name: string | undefined): Promise<{ remote: string; url: string }> {
  if (name?.includes('://')) {
    const url = web(name)
    const known = (await git.listRemotes({ ...at })).find((each) => each.url.replace(/\/+$/, '') === url)
    if (known === undefined) throw new CommandError(`give it a name first: git remote add origin ${url}`, 128)
    return { remote: known.remote, url }
  }
  const branch = await git.currentBranch({ ...at })
  const configured = branch ? await git.getConfig({ ...at, path: `branch.${branch}.remote` }) : undefined
  const remote = name ?? (configured as string | undefined) ?? 'origin'
  const url = (await git.getConfig({ ...at, path: `remote.${remote}.url` })) as string | undefined
  if (url === undefined) throw new CommandError(`'${remote}' does not appear to be a git repository`, 128)
  return { remote, url: web(url) }
}

const web = (url: string): string => {
  requireWeb(url)
  return url.replace(/\/+$/, '')
}

export async function fetch(args: string[], repository: Repository, outside: Outside): Promise<Result> {
  const { options, rest } = parse(args)
  const { remote, url } = await target(repository, rest[0])
  await fetchFrom(repository, outside, { remote, url, branch: rest[1], options })
  return done('', `From ${url}\n`)
}

async function fetchFrom(
  { at }: Repository,
  outside: Outside,
  about: { remote: string; url: string; branch: string | undefined; options: ReadonlyMap<string, string> },
): Promise<string | null> {
  const { remote, url, branch, options } = about
  const { fetchHead } = await inWords(url, () =>
    git.fetch({
      ...{ ...at, http: httpOf(outside), remote, url },
      ...(branch && { ref: branch, remoteRef: branch }),
      ...depthIn(options),
      ...DIRECT,
      tags: has(options, '-t', '--tags'),
      prune: has(options, '-p', '--prune'),
    }),
  )
  return fetchHead
}

/** `merge`: merges a commit into the current branch, and says how it went. */
export async function pull(
  args: string[],
  repository: Repository,
  outside: Outside,
  merge: (theirs: string, fastForwardOnly: boolean) => Promise<Result>,
): Promise<Result> {
  const { options, rest } = parse(args)
  if (has(options, '-r', '--rebase')) throw new CommandError('there is no rebase here; pull merges', 128)
  const { remote, url } = await target(repository, rest[0])
  const head = await fetchFrom(repository, outside, { remote, url, branch: rest[1], options })
  if (head === null) return done('', `From ${url}\nThe repository is empty.\n`)
  const merged = await merge(head, has(options, '--ff-only'))
  return { ...merged, stderr: `From ${url}\n${merged.stderr}` }
}

export async function push(args: string[], repository: Repository, outside: Outside): Promise<Result> {
  const { at } = repository
  const { options, rest } = parse(args)
  const { remote, url } = await target(repository, rest[0])
  const current = (await git.currentBranch({ ...at })) ?? undefined
  const named = rest.slice(1)
  if (has(options, '--tags')) named.push(...(await git.listTags({ ...at })).map((tag) => `refs/tags/${tag}`))
  if (has(options, '--all', '--mirror')) throw new CommandError('name the branches to push', 128)
  if (named.length === 0 && current !== undefined) named.push(current)
  if (named.length === 0) throw new CommandError('you are not currently on a branch: name one to push', 128)
  const lines: string[] = []
  for (const spec of named) {
    const force = spec.startsWith('+') || has(options, '-f', '--force', '--force-with-lease')
    const [from = '', to = from] = spec.replace(/^\+/, '').split(':')
    const isDeleted = has(options, '-d', '--delete') || from === ''
    const ref = from === 'HEAD' ? (current ?? from) : from
    const remoteRef = to === 'HEAD' ? ref : to
    lines.push(await pushOne(repository, outside, { remote, url, ref, remoteRef, force, isDeleted }))
    if (has(options, '-u', '--set-upstream') && !isDeleted) {
      await git.setConfig({ ...at, path: `branch.${ref}.remote`, value: remote })
      await git.setConfig({ ...at, path: `branch.${ref}.merge`, value: `refs/heads/${remoteRef}` })
    }
  }
  return done('', lines.every((line) => line === '') ? 'Everything up-to-date\n' : `To ${url}\n${lines.join('')}`)
}

type OnePush = { remote: string; url: string; ref: string; remoteRef: string; force: boolean; isDeleted: boolean }

/** '' if the branch is there already: a command that runs again after a crash sends nothing twice. */
async function pushOne({ at }: Repository, outside: Outside, one: OnePush): Promise<string> {
  const { remote, url, ref, remoteRef, force, isDeleted } = one
  let isThere = false
  let before = ''
  try {
    await inWords(url, () =>
      git.push({
        ...{ ...at, http: httpOf(outside), remote, url, remoteRef, force, delete: isDeleted },
        ref: isDeleted ? remoteRef : ref,
        ...DIRECT,
        onPrePush: ({ localRef, remoteRef: there }) => {
          before = there.oid
          isThere = !isDeleted && localRef.oid === there.oid
          return !isThere
        },
      }),
    )
  } catch (error) {
    if (isThere) return ''
    if (error instanceof git.Errors.PushRejectedError)
      throw new CommandError(
        `! [rejected] ${ref} -> ${remoteRef} (${error.data.reason})\nThe repository has commits that you do not have: git pull, then push again.`,
      )
    throw error
  }
  if (isDeleted) return ` - [deleted] ${remoteRef}\n`
  const oid = await git.resolveRef({ ...at, ref })
  const isNew = /^0*$/.test(before)
  return isNew
    ? ` * [new branch] ${ref} -> ${remoteRef}\n`
    : ` ${force ? '+ ' : ''}${before.slice(0, 7)}..${oid.slice(0, 7)} ${ref} -> ${remoteRef}\n`
}

/** `git remote`: names of repositories and their addresses. */
export async function remotes(args: string[], { at }: Repository): Promise<Result> {
  const { options, rest } = parse(args)
  const [verb, name = '', url = ''] = rest
  const all = await git.listRemotes({ ...at })
  switch (verb) {
    case undefined:
      if (!has(options, '-v', '--verbose')) return done(all.map((each) => `${each.remote}\n`).join(''))
      return done(
        all.map((each) => `${each.remote}\t${each.url} (fetch)\n${each.remote}\t${each.url} (push)\n`).join(''),
      )
    case 'add':
      requireWeb(url)
      await git.addRemote({ ...at, remote: name, url })
      return done()
    case 'set-url':
      requireWeb(url)
      await git.addRemote({ ...at, remote: name, url, force: true })
      return done()
    case 'get-url':
      return done(`${all.find(({ remote }) => remote === name)?.url ?? ''}\n`)
    case 'remove':
    case 'rm':
      await git.deleteRemote({ ...at, remote: name })
      return done()
    default:
      throw new CommandError(`there is no 'git remote ${verb}' here. There are add, set-url, get-url, remove, -v`, 128)
  }
}

function requireWeb(url: string): void {
  if (!/^https?:\/\/./.test(url))
    throw new CommandError(`'${url}': only addresses that begin with https:// can be used here`, 128)
  if (/^https?:\/\/[^/]*@/.test(url))
    throw new CommandError('no name or password in an address: the person sets them in Settings > Services', 128)
}

/** What a host answered, in words. */
async function inWords<Value>(url: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof git.Errors.HttpError)) throw error
    const { statusCode } = error.data
    const why =
      statusCode === 401 || statusCode === 403
        ? ' It wants a login, or the login may not do this. The person sets one in Settings > Services.'
        : statusCode === 404
          ? ' There is no such repository, or it is private.'
          : ''
    throw new CommandError(`unable to access '${url}': the host answered ${statusCode}.${why}`, 128)
  }
}
