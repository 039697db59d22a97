/**
 * Addresses that are written out in a command line: it can open no others. Known without running it, so that the person
 * can be asked first.
 */

const ADDRESS = /https?:\/\/[^\s<>"'`;|)&]+/g
const CURLED = /(?<![\w./-])curl(?![\w./-])[^;|\n]*?(https?:\/\/[^\s<>"'`;|)]+)/g
/** A git command that goes over the network, or names an address for one that does, and its arguments. */
const GIT =
  /(?<![\w./-])git\s+(?:-C\s+\S+\s+)?(clone|fetch|pull|push|ls-remote|remote\s+(?:add|set-url))(?![\w-])([^;|&\n]*)/g

type Line = { command: string; git_remote?: string | undefined }

/**
 * The one address that a command line opens; null: none. `git_remote`: the address of git commands that name none.
 * Throws words for the model if there are several.
 */
export function addressOf({ command, git_remote }: Line): string | null {
  const gits = gitIn(command)
  const isOverNetwork = gits.some(({ verb }) => !verb.startsWith('remote'))
  const named = isOverNetwork ? gits.flatMap(({ rest }) => rest.match(ADDRESS) ?? []) : []
  if (isOverNetwork && git_remote !== undefined) named.push(git_remote)
  const found = new Set([...[...command.matchAll(CURLED)].map(([, address = '']) => address), ...named.map(repository)])
  if (found.size > 1)
    throw new Error(
      `This command opens ${found.size} addresses. The person is asked about each: open one address in each call of run_shell.`,
    )
  const [address = null] = found
  return address
}

/** Whether the command line sends commits. */
export const pushes = (command: string): boolean => gitIn(command).some(({ verb }) => verb === 'push')

/** Whether git goes over the network, and the command does not say where. */
export const needsRemote = (command: string): boolean => {
  const gits = gitIn(command)
  return (
    gits.some(({ verb }) => /^(fetch|pull|push|ls-remote)$/.test(verb)) &&
    !gits.some(({ rest }) => rest.includes('://')) &&
    addressOf({ command }) === null
  )
}

/** One spelling for the address of a repository: without a slash at its end. */
export const repository = (address: string): string => {
  const url = URL.canParse(address) ? new URL(address).href : address
  return url.replace(/\/+$/, '')
}

/** Addresses of the remotes in the text of a `.git/config`. */
export function remotesIn(config: string): string[] {
  const found = config.matchAll(/^\s*(?:push)?url\s*=\s*"?(https?:\/\/[^\s"]+)/gm)
  return [...new Set([...found].map(([, address = '']) => repository(address)))]
}

const gitIn = (command: string): { verb: string; rest: string }[] =>
  [...command.matchAll(GIT)].map(([, verb = '', rest = '']) => ({ verb, rest }))
