import { type Command, defineCommand, type ExecResult, type ResolvedCommandContext } from 'just-bash/browser'

/** Shared by our own commands. */

export type Context = ResolvedCommandContext

/** Ends a command with a message on stderr. */
export class CommandError extends Error {
  readonly exitCode: number
  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

export const done = (stdout = '', stderr = '', exitCode = 0): ExecResult => ({ stdout, stderr, exitCode })

/** Output as bytes: one character per byte. */
export const doneBytes = (bytes: Uint8Array): ExecResult => {
  let text = ''
  for (let from = 0; from < bytes.length; from += 32_768)
    text += String.fromCharCode(...bytes.subarray(from, from + 32_768))
  return { stdout: text, stderr: '', exitCode: 0, stdoutKind: 'bytes' }
}

/** The bytes that were piped in. */
export function bytesOfInput({ stdin }: Context): Uint8Array<ArrayBuffer> {
  const text = stdin as unknown as string
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}
export const textOfInput = (context: Context): string => new TextDecoder().decode(bytesOfInput(context))

/** A command whose errors go to stderr, prefixed with its name. */
export const command = (name: string, run: (args: string[], context: Context) => Promise<ExecResult>): Command =>
  defineCommand(name, async (args, context) => {
    try {
      return await run(args, context)
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      return done('', `${name}: ${words}\n`, error instanceof CommandError ? error.exitCode : 1)
    }
  })

/** Files at and below a path, in order, with paths in the form that was asked for. */
export async function filesBelow(
  { fs, cwd }: Context,
  path: string,
): Promise<{ name: string; full: string; isFolder: boolean }[]> {
  const full = fs.resolvePath(cwd, path)
  if (!(await fs.exists(full))) throw new CommandError(`${path}: No such file or directory`)
  const found: { name: string; full: string; isFolder: boolean }[] = []
  const waiting = [{ name: path.replace(/(?<=.)\/+$/, ''), full }]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { isDirectory } = await fs.stat(next.full)
    found.push({ ...next, isFolder: isDirectory })
    if (!isDirectory) continue
    const { name, full: folder } = next
    waiting.push(
      ...(await fs.readdir(folder)).map((entry) => ({ name: `${name}/${entry}`, full: `${folder}/${entry}` })),
    )
  }
  return found
}

/** Writes a file of an archive below `folder`. Refuses a path that leads out of it. */
export async function extract({ fs }: Context, folder: string, name: string, bytes: Uint8Array): Promise<string> {
  const clean = fs.resolvePath(folder, name.replace(/^\/+/, ''))
  const within = folder === '/' ? '/' : `${folder}/`
  if (!clean.startsWith(within)) throw new CommandError(`${name}: leads out of the folder`)
  await fs.mkdir(clean.slice(0, clean.lastIndexOf('/')) || '/', { recursive: true })
  await fs.writeFile(clean, bytes)
  return clean
}
