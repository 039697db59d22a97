import type { PromiseFsClient } from 'isomorphic-git'
import type { Context } from '../command.ts'

/**
 * The shell's file system in the form that isomorphic-git needs. `executable`: full paths of executable files; the
 * workspace itself does not store that mark.
 */
export function gitFs(fs: Context['fs'], executable: ReadonlySet<string> = new Set()): PromiseFsClient {
  const statOf = async (path: string, follow: boolean) => {
    const stat = await coded(follow ? fs.stat(path) : fs.lstat(path))
    const time = stat.mtime.getTime()
    return {
      mode: stat.isSymbolicLink
        ? 0o120_000
        : stat.isDirectory
          ? 0o40_000
          : executable.has(path)
            ? 0o100_755
            : 0o100_644,
      size: stat.size,
      ino: 0,
      mtimeMs: time,
      ctimeMs: time,
      uid: 1,
      gid: 1,
      dev: 1,
      isFile: () => stat.isFile,
      isDirectory: () => stat.isDirectory,
      isSymbolicLink: () => stat.isSymbolicLink,
    }
  }
  const encodingOf = (options: unknown): string | undefined =>
    typeof options === 'string' ? options : (options as { encoding?: string } | undefined)?.encoding
  return {
    promises: {
      readFile: (path: string, options?: unknown): Promise<string | Uint8Array> =>
        encodingOf(options) === 'utf8' ? coded(fs.readFile(path)) : coded(fs.readFileBuffer(path)),
      writeFile: (path: string, data: string | Uint8Array) => coded(fs.writeFile(path, data)),
      unlink: (path: string) => coded(fs.rm(path)),
      readdir: (path: string) => coded(fs.readdir(path)),
      mkdir: (path: string) => coded(fs.mkdir(path)),
      rmdir: (path: string) => coded(fs.rm(path, { recursive: true })),
      stat: (path: string) => statOf(path, true),
      lstat: (path: string) => statOf(path, false),
      readlink: (path: string) => coded(fs.readlink(path)),
      symlink: (target: string, path: string) => coded(fs.symlink(target, path)),
      chmod: (path: string, mode: number) => coded(fs.chmod(path, mode)),
    },
  }
}

/** The shell's file system puts "ENOENT: …" into the message, but git reads the code. */
async function coded<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    const code = error instanceof Error ? /^E[A-Z]+(?=:)/.exec(error.message)?.[0] : undefined
    throw code === undefined ? error : Object.assign(error as Error, { code })
  }
}
