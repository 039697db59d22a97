import { describe, expect, it } from 'vitest'
import type { ToolDocument } from '../../../../src/tools/tool.ts'
import { editFile } from '../../../../src/tools/workspace/edit-file.ts'
import { listFiles } from '../../../../src/tools/workspace/list-files.ts'
import { readFile } from '../../../../src/tools/workspace/read-file.ts'
import { searchFiles } from '../../../../src/tools/workspace/search-files.ts'
import { bytesOf, memoryFiles, run, wordsOf } from '../memory-files.ts'

const search = async (text: string, args: Record<string, unknown>): Promise<string> =>
  wordsOf(await run(searchFiles, memoryFiles({ a: text }), args))

describe('search_files', () => {
  it('finds regular expressions, in any case of letters unless told otherwise', async () => {
    const text = 'const ab = 1\nlet AB = 2\nvar x\n'
    expect(await search(text, { query: '^(const|LET) \\w+', regex: true })).toBe('a:1: const ab = 1\na:2: let AB = 2')
    expect(await search(text, { query: 'AB', regex: true, ignore_case: false })).toBe('a:2: let AB = 2')
  })

  it('an expression that explodes elsewhere ends here, and one that is none says why', async () => {
    expect(await search(`${'a'.repeat(5000)}b`, { query: '^(a+)+$', regex: true })).toContain('Nothing found')
    await expect(search('a', { query: '[', regex: true })).rejects.toThrow('is no regular expression')
    await expect(search('a', { query: '((a{100}){100}){100}', regex: true })).rejects.toThrow('is no regular')
  })

  it('shows lines around, once each, with a mark where lines are left out', async () => {
    const text = Array.from({ length: 12 }, (_, n) => (n === 2 || n === 3 || n === 9 ? 'hit' : `l${n}`)).join('\n')
    expect(await search(text, { query: 'hit', context_lines: 1 })).toBe(
      ['a-2- l1', 'a:3: hit', 'a:4: hit', 'a-5- l4', '--', 'a-9- l8', 'a:10: hit', 'a-11- l10'].join('\n'),
    )
  })

  it('gives as many as it is asked for', async () => {
    const found = await search('hit\n'.repeat(50), { query: 'hit', limit: 3 })
    expect(found.split('\n').slice(0, 3)).toEqual(['a:1: hit', 'a:2: hit', 'a:3: hit'])
    expect(found).toContain('[There is more.')
  })
})

describe('list_files', () => {
  const files = memoryFiles({
    'a.txt': 'x',
    'src/b.ts': 'xx',
    'src/ui/c.ts': 'xxx',
    'src/ui/d.ts': 'x',
    '.git/o/1': 'x',
  })
  const list = async (args: Record<string, unknown>): Promise<string[]> =>
    wordsOf(await run(listFiles, files, args)).split('\n')
  it('looks into a folder, as deep as it is told, and not into what git keeps', async () => {
    expect(await list({})).toEqual([
      '.git/ (1 file, 1 byte)',
      'a.txt (1 byte)',
      'src/b.ts (2 bytes)',
      'src/ui/c.ts (3 bytes)',
      'src/ui/d.ts (1 byte)',
    ])
    expect(await list({ folder: 'src', depth: 1 })).toEqual(['src/b.ts (2 bytes)', 'src/ui/ (2 files, 4 bytes)'])
    expect(await list({ folder: 'nothing' })).toEqual(['There is nothing in "nothing".'])
  })
  it('says how many lines were left out', async () => {
    expect((await list({ limit: 2 })).at(-1)).toBe('[3 more. Name a folder, a depth or a limit.]')
  })
})

describe('edit_file', () => {
  const edited = async (text: string, args: Record<string, unknown>): Promise<string | null> => {
    const files = memoryFiles({ a: text })
    const { files: changes = [] } = await run(editFile, files, { path: 'a', ...args })
    files.commit(changes)
    return files.textOf('a')
  }
  it('makes several edits in their order, all or none', async () => {
    const edits = [
      { old_text: 'one', new_text: 'two' },
      { old_text: 'two', new_text: 'three' },
    ]
    expect(await edited('one', { edits })).toBe('three')
    await expect(edited('one', { edits: [...edits, { old_text: 'x', new_text: '' }] })).rejects.toThrow(
      'Edit 3 of 3: old_text is not in the file.',
    )
  })
  it('replaces everywhere when told so, and takes nothing for a pattern', async () => {
    expect(await edited('a.a.a', { old_text: 'a', new_text: '$&', replace_all: true })).toBe('$&.$&.$&')
    await expect(edited('b', { old_text: 'a', new_text: 'c', replace_all: true })).rejects.toThrow('is not in the file')
  })
  it('says what is missing', async () => {
    await expect(edited('a', { old_text: 'a' })).rejects.toThrow('Give old_text and new_text, or edits.')
    const both = { old_text: 'a', new_text: 'b', edits: [{ old_text: 'a', new_text: 'b' }] }
    await expect(edited('a', both)).rejects.toThrow('Give either edits, or old_text and new_text.')
  })
})

it('read_file gives numbers before lines when it is asked to', async () => {
  const files = memoryFiles({ a: 'one\ntwo\nthree\n' })
  const read = await run(readFile, files, { path: 'a', from_line: 2, to_line: 3, line_numbers: true })
  expect(wordsOf(read)).toBe('     2\ttwo\n     3\tthree\n\n[Lines 2 to 3 of 3.]')
})

it('a workbook of the workspace was "a binary file": its words are read in pages', async () => {
  const files = memoryFiles({ 'a.xlsx': new Uint8Array([0x50, 0x4b, 0, 0]) })
  const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const show = async (): Promise<ToolDocument> => {
    const words = await files.put(bytesOf('## One\n1,2\n3,4\n'))
    return { type: 'document', name: 'a.xlsx', mediaType, blob: 'b'.repeat(64), words, length: 15 }
  }
  const read = await run(readFile, files, { path: 'a.xlsx', from_line: 2, to_line: 2 }, { show })
  expect(wordsOf(read)).toBe('1,2\n\n[Lines 2 to 2 of 3.]')
})
