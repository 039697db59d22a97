import { SHELL_ROOT, type ShellChange, type ShellCodeFile } from '../../shell-port.ts'
import type { Context } from './command.ts'

/**
 * Workspace files for code in another sandbox: first files that the code names, then the smallest, up to `most` bytes;
 * others without bytes.
 */
export async function filesFor({ fs }: Context, code: string, most: number): Promise<ShellCodeFile[]> {
  const files: { path: string; full: string; size: number }[] = []
  for (const full of fs.getAllPaths()) {
    if (!full.startsWith(`${SHELL_ROOT}/`)) continue
    const stat = await fs.lstat(full)
    if (stat.isFile) files.push({ path: full.slice(SHELL_ROOT.length + 1), full, size: stat.size })
  }
  const named = ({ path }: { path: string }): number => (code.includes(path) ? 0 : 1)
  files.sort((a, b) => named(a) - named(b) || a.size - b.size)
  let left = most
  const given: ShellCodeFile[] = []
  for (const { path, full, size } of files) {
    const bytes = size <= left ? new Uint8Array(await fs.readFileBuffer(full)) : null
    left -= bytes?.length ?? 0
    given.push({ path, size: bytes?.length ?? size, bytes })
  }
  return given.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Applies the changes that the code made. */
export async function takeOver({ fs }: Context, changes: readonly ShellChange[]): Promise<void> {
  for (const { path, bytes } of changes) {
    const full = `${SHELL_ROOT}/${path}`
    if (bytes === null) await fs.rm(full, { force: true })
    else {
      await fs.mkdir(full.slice(0, full.lastIndexOf('/')), { recursive: true })
      await fs.writeFile(full, bytes)
    }
  }
}

/** A path relative to the workspace ('' for its top); null: outside of it. */
export const inWorkspace = (full: string): string | null =>
  full === SHELL_ROOT ? '' : full.startsWith(`${SHELL_ROOT}/`) ? full.slice(SHELL_ROOT.length + 1) : null
