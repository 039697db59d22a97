import { describe, expect, it } from 'vitest'
import { diskTools } from '../../../src/tools/disk/disk-tools.ts'
import { OutcomeUnknown } from '../../../src/tools/outcome-unknown.ts'
import { schemaOf } from '../../../src/tools/schema.ts'
import type { Tool, ToolContext } from '../../../src/tools/tool.ts'
import { parseArguments } from '../../../src/tools/validate.ts'
import { type MemoryDisk, memoryDisk } from './memory-disk.ts'
import { type Finished, memoryFiles, run, wordsOf } from './memory-files.ts'

const toolOf = (disk: MemoryDisk, name: string): Tool => {
  const tool = diskTools(disk).find((each) => each.name === name)
  if (tool === undefined) throw new Error(`no tool ${name}`)
  return tool
}
const use = (
  disk: MemoryDisk,
  name: string,
  args: Record<string, unknown>,
  context: Partial<ToolContext> = {},
): Promise<Finished> => run(toolOf(disk, name), memoryFiles(), args, context)
const say = async (disk: MemoryDisk, name: string, args: Record<string, unknown>): Promise<string> =>
  wordsOf(await use(disk, name, args))
const versionIn = (words: string): string => /ersion (?:on disk |is )?([0-9a-f]{16})/.exec(words)?.[1] ?? ''
const versionOf = async (disk: MemoryDisk, path: string): Promise<string> =>
  versionIn(await say(disk, 'disk_read', { path }))

const project = () =>
  memoryDisk({ 'README.md': '# Project\n', 'src/main.ts': 'let a = 1\nlet b = 2\n', 'src/deep/x.ts': 'let a = 3\n' })

/** Arguments with which each tool works on the project; a tool without an entry fails the suite. */
const EXAMPLES: Record<string, Record<string, unknown>> = {
  disk_list: { folder: 'src' },
  disk_find: { pattern: '**/*.ts' },
  disk_read: { path: 'README.md' },
  disk_search: { query: 'let a' },
  disk_write: { path: 'new/file.txt', version: 'new', content: 'hello' },
  disk_edit: { path: 'src/main.ts', old_text: 'let b = 2', new_text: 'let b = 3' },
  disk_delete: { path: 'README.md' },
  disk_to_workspace: { path: 'README.md', to: 'copy.md' },
}
const WRITES = ['disk_write', 'disk_edit', 'disk_delete']
const exampleOf = async (disk: MemoryDisk, name: string): Promise<Record<string, unknown>> => {
  const example = EXAMPLES[name] ?? {}
  const wantsVersion = ['disk_edit', 'disk_delete'].includes(name)
  return wantsVersion ? { ...example, version: await versionOf(disk, String(example['path'])) } : example
}

describe.each(diskTools(memoryDisk()).map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  it('has an example here, words for the model, and a schema that describes every field and knows no other', async () => {
    expect(Object.keys(EXAMPLES)).toContain(name)
    expect(tool.description.length).toBeGreaterThan(20)
    for (const field of Object.values(schemaOf(tool)['properties'] as Record<string, { description?: string }>))
      expect(field.description).toBeTruthy()
    const example = await exampleOf(project(), name)
    expect(parseArguments(tool, JSON.stringify(example)).problem).toBeUndefined()
    expect(parseArguments(tool, JSON.stringify({ ...example, surprise: 1 })).problem).toContain('/surprise')
  })

  it('asks first and is one at a time if it changes the disk, and may then not be repeated as if it only read', () => {
    expect(tool.approval).toBe(WRITES.includes(name) ? 'ask' : 'allow')
    expect(tool.sequential).toBe(WRITES.includes(name) || name === 'disk_to_workspace')
    expect(tool.repeat).toBe(name === 'disk_delete' ? 'once' : WRITES.includes(name) ? 'idempotent' : 'pure')
  })

  it('run again after a crash leaves the disk as the first run did, as its repeat kind promises', async () => {
    if (tool.repeat === 'once') return
    const disk = project()
    const args = await exampleOf(disk, name)
    await use(disk, name, args)
    const after = disk.paths().map((path) => [path, disk.textOf(path)])
    const writes = disk.writes()
    const words = wordsOf(await use(disk, name, args))
    expect(disk.paths().map((path) => [path, disk.textOf(path)])).toEqual(after)
    expect(disk.writes()).toBe(writes)
    if (name === 'disk_write') expect(words).toContain('holds exactly that')
    if (name === 'disk_edit') expect(words).toContain('has been edited so')
  })

  it('changes nothing when it was stopped before', async () => {
    const disk = project()
    const args = await exampleOf(disk, name)
    const before = disk.paths()
    if (WRITES.includes(name)) await expect(use(disk, name, args, { signal: AbortSignal.abort() })).rejects.toThrow()
    expect(disk.paths()).toEqual(before)
    expect(disk.writes()).toBe(0)
  })

  const HOSTILE = [
    '..',
    '../x',
    '/etc/passwd',
    'a/../../b',
    'x'.repeat(10_000),
    'a\0b',
    '..\\x',
    'C:/x',
    '\u202egpj.exe',
  ]
  it.each(HOSTILE)('refuses the path %.20j in words and touches nothing', async (path) => {
    const field = ['path', 'folder'].find((each) => each in (EXAMPLES[name] ?? {}))
    if (field === undefined) return
    const disk = project()
    const args = { ...(await exampleOf(disk, name)), [field]: path }
    await expect(use(disk, name, args)).rejects.toThrow(/cannot be used: it|cannot be used: a part|is not allowed/)
    expect(disk.writes()).toBe(0)
  })

  it('says in words that the folder cannot be used, and does not wait for the person', async () => {
    const disk = project()
    const args = await exampleOf(disk, name)
    const refused = { ...disk, folder: () => Promise.reject(new Error('allow access again')) }
    await expect(use(refused, name, args)).rejects.toThrow('allow access again')
  })
})

describe('what changed since it was read', () => {
  it('is not overwritten, edited or deleted: the model reads why and the new version', async () => {
    const disk = project()
    const version = await versionOf(disk, 'src/main.ts')
    disk.set('src/main.ts', 'somebody else was here\n')
    const now = await versionOf(disk, 'src/main.ts')
    const path = 'src/main.ts'
    const tries = [
      () => use(disk, 'disk_write', { path, version, content: 'mine' }),
      () => use(disk, 'disk_edit', { path, version, old_text: 'somebody', new_text: 'nobody' }),
      () => use(disk, 'disk_delete', { path, version }),
    ]
    for (const each of tries) await expect(each()).rejects.toThrow(`its version is ${now} now`)
    expect(disk.textOf(path)).toBe('somebody else was here\n')
  })

  it('during the write itself is not overwritten either, and nothing stays behind', async () => {
    const disk = project()
    const version = await versionOf(disk, 'README.md')
    const midway = { ...disk, midWrite: async () => disk.set('README.md', 'changed in between') }
    await expect(use(midway, 'disk_write', { path: 'README.md', version, content: 'mine' })).rejects.toThrow(
      'has changed',
    )
    expect(disk.textOf('README.md')).toBe('changed in between')
    const made = { ...disk, midWrite: async () => Promise.reject(new Error('the disk is gone')) }
    await expect(use(made, 'disk_write', { path: 'a/b.txt', version: 'new', content: 'x' })).rejects.toThrow('gone')
    expect(disk.paths()).not.toContain('a/b.txt')
  })

  it('a file that the system does not let go of is still there: a deletion that was refused is an error, nothing unknown', async () => {
    const disk = project()
    const args = await exampleOf(disk, 'disk_delete')
    const locked = {
      ...disk,
      folder: async () =>
        Object.assign(await disk.folder(), {
          removeEntry: () => Promise.reject(new DOMException('in use', 'NoModificationAllowedError')),
        }),
    }
    const refused = await use(locked, 'disk_delete', args).catch((error: unknown) => error)
    expect(String(refused)).toContain('cannot be changed: it is locked')
    expect(refused).not.toBeInstanceOf(OutcomeUnknown)
    expect(disk.paths()).toContain('README.md')
  })

  it('a file that is there is not made anew, one that is gone is not replaced', async () => {
    const disk = project()
    const content = 'mine'
    await expect(use(disk, 'disk_write', { path: 'README.md', version: 'new', content })).rejects.toThrow('already')
    const version = '0123456789abcdef'
    await expect(use(disk, 'disk_write', { path: 'gone.md', version, content })).rejects.toThrow('There is no file')
    expect(disk.paths()).not.toContain('gone.md')
    expect(disk.textOf('README.md')).toBe('# Project\n')
  })
})

describe('a write that was killed in the middle', () => {
  it('of a new file leaves it empty, and the second attempt writes it', async () => {
    const disk = project()
    disk.set('new/file.txt', '')
    expect(await say(disk, 'disk_write', { path: 'new/file.txt', version: 'new', content: 'hello' })).toContain(
      'Created',
    )
    expect(disk.textOf('new/file.txt')).toBe('hello')
  })
  it('to nothing, of a file that was emptied just before: the second attempt finds it done', async () => {
    const disk = project()
    const args = { path: 'README.md', version: await versionOf(disk, 'README.md'), content: '' }
    expect(await say(disk, 'disk_write', args)).toContain('Replaced')
    expect(await say(disk, 'disk_write', args)).toContain('holds exactly that')
    expect(disk.textOf('README.md')).toBe('')
  })
  it('an edit that cannot be taken back is not made twice: the version says no', async () => {
    const disk = memoryDisk({ 'a.txt': 'one two two' })
    const args = { path: 'a.txt', version: await versionOf(disk, 'a.txt'), old_text: 'one ', new_text: '' }
    await use(disk, 'disk_edit', args)
    await expect(use(disk, 'disk_edit', args)).rejects.toThrow('has changed')
    expect(disk.textOf('a.txt')).toBe('two two')
  })
})

describe('what is in the way', () => {
  it('a folder where a file is named, a file where a folder is, a name that the system does not take: words', async () => {
    const disk = project()
    await expect(use(disk, 'disk_read', { path: 'src' })).rejects.toThrow('is a folder where a file is needed')
    await expect(use(disk, 'disk_list', { folder: 'README.md' })).rejects.toThrow('a file where a folder is needed')
    await expect(use(disk, 'disk_list', { folder: 'lib' })).rejects.toThrow('There is no folder "lib"')
    const write = { path: 'README.md/x', version: 'new', content: 'x' }
    await expect(use(disk, 'disk_write', write)).rejects.toThrow('a file where a folder is needed')
    await expect(use(disk, 'disk_read', { path: 'ab:c' })).rejects.toThrow('does not allow that name')
  })
  it('a permission that was taken away in the middle of the work: who has to do what', async () => {
    const disk = project()
    const folder = await disk.folder()
    const taken = { ...folder, getFileHandle: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }
    const refused = { ...disk, folder: async () => taken as unknown as FileSystemDirectoryHandle }
    await expect(use(refused, 'disk_read', { path: 'README.md' })).rejects.toThrow('press "Allow access again"')
  })
  it('names in decomposed characters, as some systems store them, are found by their usual spelling', async () => {
    const disk = memoryDisk({ 'u\u0308ber/a\u0308.txt': 'gefunden' })
    expect(await say(disk, 'disk_read', { path: '\u00fcber/\u00e4.txt' })).toContain('gefunden')
    const version = await versionOf(disk, '\u00fcber/\u00e4.txt')
    await use(disk, 'disk_write', { path: '\u00fcber/\u00e4.txt', version, content: 'neu' })
    expect(disk.paths()).toEqual(['u\u0308ber/a\u0308.txt'])
  })
})

describe('folders and files of any size', () => {
  const many = (count: number, text = 'x'): MemoryDisk =>
    memoryDisk(
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${String(n).padStart(5, '0')}.txt`, text])),
    )

  it('10,000 entries are listed by name, the person sees the first; more than 20,000 are cut with a word', async () => {
    const listed = await use(many(10_000), 'disk_list', {})
    expect(wordsOf(listed)).toContain('10000 files')
    expect(wordsOf(listed)).toContain('f09999.txt')
    expect(listed.details?.shape === 'table' && listed.details.rows.length).toBe(201)
    expect(await say(many(20_001), 'disk_list', {})).toContain('[There is more than 20000 entries')
  })
  it('a tree is searched and found in by name, but for what tools have made, which is said', async () => {
    const disk = project()
    disk.set('node_modules/p/index.ts', 'let a = 9\n')
    disk.set('bad\nname.ts', 'let a = 9\n')
    const words = await say(disk, 'disk_search', { query: 'LET A' })
    expect(words).toContain('src/main.ts:1: let a = 1')
    expect(words).toContain('src/deep/x.ts:1: let a = 3')
    expect(words).not.toContain('= 9')
    expect(words).toContain('[Not looked into: node_modules.')
    expect(words).toContain('[1 entry has a name that cannot be used here.]')
    expect(await say(disk, 'disk_search', { query: 'let a', folder: 'node_modules' })).toContain('p/index.ts:1')
    expect(await say(disk, 'disk_find', { pattern: 'src/**/*.ts' })).toMatch(/^src\/main\.ts\nsrc\/deep\/x\.ts\n/)
  })
  it('a folder within that vanishes or is closed does not end the search: it is named', async () => {
    const disk = project()
    const closed = disk.root.entries.get('src')
    if (closed?.kind === 'directory') closed.unreadable = true
    const words = await say(disk, 'disk_search', { query: 'Project' })
    expect(words).toContain('README.md:1')
    expect(words).toContain('[Could not be read: src.]')
    await expect(say(disk, 'disk_search', { query: 'Project', folder: 'src' })).rejects.toThrow('is not there')
  })
  it('binary files are named as such, with their version, and are not searched', async () => {
    const disk = memoryDisk({ 'a.bin': new Uint8Array([1, 0, 2]), 'b.txt': 'text' })
    const words = await say(disk, 'disk_read', { path: 'a.bin' })
    expect(words).toContain('binary file')
    expect(versionIn(words)).not.toBe('')
    expect(await say(disk, 'disk_search', { query: 'text' })).toContain('[1 files were not searched')
  })
  it('a file of any length is read piece by piece, in whole characters', async () => {
    const text = 'äöü€😀\n'.repeat(900_000)
    const disk = memoryDisk({ 'long.txt': text })
    const first = await use(disk, 'disk_read', { path: 'long.txt' })
    let read = ''
    let at = 0
    for (let n = 0; n < 4; n++) {
      const { content } = n === 0 ? first : await use(disk, 'disk_read', { path: 'long.txt', from_byte: at })
      read += content[0]?.type === 'text' ? content[0].text : ''
      at = Number(/from_byte (\d+)/.exec(content[1]?.type === 'text' ? content[1].text : '')?.[1])
    }
    expect(text.startsWith(read)).toBe(true)
    expect(read.length).toBeGreaterThan(10_000)
    await expect(use(disk, 'disk_read', { path: 'long.txt', from_byte: 1e9 })).rejects.toThrow('there is no byte')
  })
  it('what goes between disk and workspace keeps its bytes, also where they are no text', async () => {
    const bytes = new Uint8Array([0, 255, 1, 254])
    const disk = memoryDisk({ 'a.bin': bytes })
    const files = memoryFiles()
    const copied = await run(toolOf(disk, 'disk_to_workspace'), files, { path: 'a.bin', to: 'in/a.bin' })
    expect(files.commit(copied.files ?? [])).toBe(true)
    const back = { path: 'b.bin', version: 'new', workspace_path: 'in/a.bin' }
    await run(toolOf(disk, 'disk_write'), files, back)
    expect(await versionOf(disk, 'b.bin')).toBe(await versionOf(disk, 'a.bin'))
    await expect(run(toolOf(disk, 'disk_write'), files, { ...back, content: 'x' })).rejects.toThrow('Give either')
  })
})
