import { type CpOptions, type FileContent, InMemoryFs, type MkdirOptions, type RmOptions } from 'just-bash/browser'
import { SHELL_DISK, SHELL_ROOT, type ShellChange, type ShellFile } from '../shell-port.ts'

type Read = (path: string) => Promise<Uint8Array>

/**
 * The file system of one command: the workspace, whose files are read on first use, and memory around it. It records
 * touched paths, so that only those are compared at the end.
 */
export class WorkspaceFs extends InMemoryFs {
  private readonly given: ReadonlySet<string>
  private readonly touched = new Set<string>()
  /** Files on disk that the command tried to delete; some commands do not say why they failed. */
  readonly refused = new Set<string>()
  /** Latest timestamp given, in ms. */
  private latest = 0
  private hasDisk = false
  private onDisk: ReadonlySet<string> = new Set()

  constructor(files: readonly ShellFile[], read: Read) {
    super()
    this.mkdirSync(SHELL_ROOT, { recursive: true })
    this.mkdirSync('/tmp', { recursive: true })
    for (const { path } of files) this.writeFileLazy(`${SHELL_ROOT}/${path}`, () => read(path))
    this.latest = Date.now()
    this.given = new Set(files.map(({ path }) => `${SHELL_ROOT}/${path}`))
  }

  /** Mounts the linked folder; a file is read on first use. What is written there is a change like others. */
  mountDisk(paths: readonly string[], read: Read): void {
    this.mkdirSync(SHELL_DISK, { recursive: true })
    for (const path of paths) this.writeFileLazy(`${SHELL_DISK}/${path}`, () => read(path))
    this.hasDisk = true
    this.onDisk = new Set(paths.map((path) => `${SHELL_DISK}/${path}`))
  }

  /** Called before each change of a path. */
  private touch(path: string): void {
    const clean = this.resolvePath('/', path)
    this.touched.add(clean)
  }

  /** Files on the person's disk are deleted by a tool that asks. */
  private keepOnDisk(path: string): void {
    if (this.onDisk.size === 0) return
    for (const file of this.onDisk)
      if (file === path || file.startsWith(`${path}/`)) {
        this.refused.add(file)
        throw new Error(`EROFS: '${file}' is on the person's disk: disk_delete deletes it`)
      }
  }

  /** Gives each write a unique time: git takes a file with the same size and time as unchanged. */
  private async stamp(path: string): Promise<void> {
    this.latest = Math.max(Date.now(), this.latest + 1)
    const time = new Date(this.latest)
    await super.utimes(path, time, time)
  }

  override async writeFile(path: string, content: FileContent, options?: Parameters<InMemoryFs['writeFile']>[2]) {
    this.touch(path)
    this.touch(await this.followed(path))
    await super.writeFile(path, content, options)
    await this.stamp(path)
  }
  override async appendFile(path: string, content: FileContent, options?: Parameters<InMemoryFs['appendFile']>[2]) {
    this.touch(path)
    this.touch(await this.followed(path))
    await super.appendFile(path, content, options)
    await this.stamp(path)
  }
  override async rm(path: string, options?: RmOptions) {
    const clean = this.resolvePath('/', path)
    if (clean === '/' || clean === SHELL_ROOT) throw new Error(`EBUSY: '${clean}' is not removed as a whole`)
    this.keepOnDisk(clean)
    this.touch(clean)
    return super.rm(path, options)
  }
  override async cp(from: string, to: string, options?: CpOptions) {
    this.touch(to)
    return super.cp(from, to, options)
  }
  override async mv(from: string, to: string) {
    const clean = this.resolvePath('/', from)
    if (clean === '/' || clean === SHELL_ROOT) throw new Error(`EBUSY: '${clean}' is not moved`)
    this.keepOnDisk(clean)
    this.touch(from)
    this.touch(to)
    return super.mv(from, to)
  }
  override async mkdir(path: string, options?: MkdirOptions) {
    if (!(await this.exists(path))) this.touch(path)
    return super.mkdir(path, options)
  }
  override async chmod(path: string, mode: number) {
    this.touch(path)
    return super.chmod(path, mode)
  }
  override async symlink(target: string, path: string) {
    this.touch(path)
    return super.symlink(target, path)
  }
  override async link(existing: string, path: string) {
    this.touch(path)
    return super.link(existing, path)
  }

  /** The target of a write through links. */
  private async followed(path: string): Promise<string> {
    try {
      return await this.realpath(path)
    } catch {
      // it does not exist yet
      return path
    }
  }

  /**
   * Changed workspace files, by their paths in it, and files on disk, by `/disk/…`. A link to such a file counts as a
   * copy of it. Empty folders are not kept.
   */
  async changes(): Promise<ShellChange[]> {
    const under = `${SHELL_ROOT}/`
    const isTouched = (path: string): boolean => {
      for (let at = path.length; at > 0; at = path.lastIndexOf('/', at - 1))
        if (this.touched.has(path.slice(0, at))) return true
      return false
    }
    const disk = `${SHELL_DISK}/`
    const isKept = (path: string): boolean => path.startsWith(under) || (this.hasDisk && path.startsWith(disk))
    const now = this.getAllPaths().filter((path) => isKept(path) && isTouched(path))
    const changes: ShellChange[] = []
    const there = new Set<string>()
    for (const path of now) {
      const bytes = await this.fileBytes(path)
      if (bytes === null) continue
      there.add(path)
      changes.push({ path: path.startsWith(under) ? path.slice(under.length) : path, bytes })
    }
    for (const path of this.given)
      if (isTouched(path) && !there.has(path)) changes.push({ path: path.slice(under.length), bytes: null })
    return changes
  }

  /** null: a folder, or a link that leaves the workspace. */
  private async fileBytes(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
    try {
      if (!(await this.stat(path)).isFile) return null
      const real = await this.realpath(path)
      if (!real.startsWith(`${SHELL_ROOT}/`) && !real.startsWith(`${SHELL_DISK}/`)) return null
      return new Uint8Array(await this.readFileBuffer(path))
    } catch {
      // a broken link
      return null
    }
  }
}
