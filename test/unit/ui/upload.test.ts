import { describe, expect, it } from 'vitest'
import type { FileChange } from '../../../src/agent/content.ts'
import type { FileEntry } from '../../../src/agent/state.ts'
import { gatherFiles, MOST_FILES, type Upload } from '../../../src/ui/files/dropped.ts'
import { uploadFiles } from '../../../src/ui/files/upload.ts'
import { uploadItems } from '../../../src/ui/files/upload-items.ts'

type Tree = { [name: string]: Tree | string | 'unreadable' }

/** What the browser gives for a dropped folder: readers that hand over a hundred entries at a time. */
function dropped(name: string, content: Tree | string, base = ''): FileSystemEntry {
  const fullPath = `${base}/${name}`
  if (typeof content === 'string') {
    const file = (resolve: (file: File) => void, reject: (error: unknown) => void): void =>
      content === 'unreadable' ? reject(new DOMException('no', 'NotFoundError')) : resolve(new File([content], name))
    return { isFile: true, isDirectory: false, name, fullPath, file } as unknown as FileSystemEntry
  }
  const createReader = () => {
    const entries = Object.entries(content).map(([inner, value]) => dropped(inner, value, fullPath))
    return { readEntries: (resolve: (some: FileSystemEntry[]) => void) => resolve(entries.splice(0, 100)) }
  }
  return { isFile: false, isDirectory: true, name, fullPath, createReader } as unknown as FileSystemEntry
}
const gather = async (...items: (FileSystemEntry | File)[]) => {
  const gathered = await gatherFiles(items, () => {})
  if (gathered.type !== 'files') throw new Error(gathered.words)
  return { ...gathered, paths: gathered.files.map(({ path }) => path) }
}

describe('what was dropped', () => {
  it('is every file of a folder and its folders, by its path, beside single files', async () => {
    const tree = { 'a.txt': 'a', deep: { er: { 'u\u0308.txt': 'b' }, empty: {} } }
    const { paths } = await gather(new File(['x'], 'single.txt'), dropped('top', tree))
    expect(paths.sort()).toEqual(['single.txt', 'top/a.txt', 'top/deep/er/\u00fc.txt'])
  })
  it('comes without the signs that turn a name round: messengers put them into names, and the workspace takes none', async () => {
    const { paths } = await gather(
      new File(['x'], '\u202aevil\u202egnp.svg'),
      dropped('top', { '\u2067\u0645.txt\u2069': 'a' }),
    )
    expect(paths.sort()).toEqual(['evilgnp.svg', 'top/\u0645.txt'])
    // an emoji of several signs stays whole
    expect((await gather(new File(['x'], '\u{1f468}\u200d\u{1f469}.png'))).paths).toEqual([
      '\u{1f468}\u200d\u{1f469}.png',
    ])
  })
  it('folders of hundreds of entries come whole, in order of the drop', async () => {
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`${n}.txt`, 'x']))
    const { paths } = await gather(dropped('a', many), new File(['x'], 'last.txt'))
    expect(paths).toHaveLength(251)
    expect(paths.at(-1)).toBe('last.txt')
  })
  it('leaves out what tools have made unless it was dropped itself, and names what cannot be read', async () => {
    const tree = { node_modules: { 'x.js': 'x' }, '.git': { HEAD: 'x' }, 'a.txt': 'a', 'gone.txt': 'unreadable' }
    const project = await gather(dropped('p', tree))
    expect(project.paths).toEqual(['p/a.txt'])
    expect(project.leftOut.sort()).toEqual(['p/.git', 'p/node_modules'])
    expect(project.unreadable).toEqual(['p/gone.txt'])
    expect((await gather(dropped('node_modules', { 'x.js': 'x' }))).paths).toEqual(['node_modules/x.js'])
  })
  it('more files or bytes than the most: nothing is taken, which is said', async () => {
    const many = Object.fromEntries(Array.from({ length: MOST_FILES + 1 }, (_, n) => [`${n}.txt`, '']))
    await expect(gather(dropped('a', many))).rejects.toThrow('More than 5,000 files')
    const large = Object.defineProperty(new File([], 'large.bin'), 'size', { value: 600_000_000 })
    await expect(gather(large)).rejects.toThrow('More than 500 MB')
  })
})

describe('an upload', () => {
  const entry = (path: string): FileEntry => ({ path, blob: 'old', size: 1, mediaType: '', seq: 1, timestamp: 1 })
  const upload = (path: string, text = 'x'): Upload => ({ path, file: new File([text], 'file') })
  async function run(chosen: Upload[], known: FileEntry[] = []) {
    const changes: FileChange[][] = []
    const put = async (_file: File, path: string) => {
      if (path.includes('\\')) throw new Error('It holds a backslash.')
      return { sha: `sha of ${path}`, size: 1 }
    }
    const actions = { put, changeFiles: (files: FileChange[]) => void changes.push(files) }
    const problem = await uploadFiles(
      chosen,
      () => known,
      actions,
      () => {},
    )
    return { problem, changes, paths: changes.flat().map(({ path }) => path) }
  }

  it('one bad name does not refuse the whole: the good ones go in, the bad one is named', async () => {
    const { problem, paths } = await run([upload('a.txt'), upload('b\\c.txt'), upload('d.txt')])
    expect(paths).toEqual(['a.txt', 'd.txt'])
    expect(problem).toBe('1 of 3 files were not uploaded. b\\c.txt: It holds a backslash.')
  })
  it('neither may a file stand where a folder is, nor the other way round', async () => {
    const chosen = [upload('a/b.txt'), upload('a'), upload('n.txt/x'), upload('z/z'), upload('z')]
    const { problem, paths } = await run(chosen, [entry('a/c.txt'), entry('n.txt')])
    expect(paths).toEqual(['a/b.txt', 'z/z'])
    expect(problem).toContain('a: a folder with that name exists.')
    expect(problem).toContain('n.txt/x: n.txt is a file')
  })
  it('of many files goes in a few inputs, over what stands there; many problems are counted', async () => {
    const good = Array.from({ length: 1200 }, (_, n) => upload(`f${n}.txt`))
    const bad = Array.from({ length: 8 }, (_, n) => upload(`\\${n}`))
    const { problem, changes, paths } = await run([...good, ...bad], [entry('f7.txt')])
    expect(paths).toHaveLength(1200)
    expect(changes.map((each) => each.length)).toEqual([500, 500, 200])
    expect(changes.flat().find(({ path }) => path === 'f7.txt')).toMatchObject({ from: 'old', to: 'sha of f7.txt' })
    expect(problem).toContain('8 of 1208 files were not uploaded.')
    expect(problem).toContain('And 3 more.')
  })
  it('does not land in another session that is opened while it goes on', async () => {
    const state = { open: { id: 'mine', files: [entry('a.txt')] } }
    const changes: { files: FileChange[]; sessionId?: string | undefined }[] = []
    const actions = {
      put: async () => {
        state.open = { id: 'other', files: [{ ...entry('a.txt'), blob: 'of another' }] }
        return { sha: 'new', size: 1 }
      },
      changeFiles: (files: FileChange[], sessionId?: string) => void changes.push({ files, sessionId }),
    }
    expect(await uploadItems([new File(['x'], 'a.txt')], state as never, actions, () => {})).toBeNull()
    expect(changes).toMatchObject([{ files: [{ path: 'a.txt', from: 'old', to: 'new' }], sessionId: 'mine' }])
  })
})
