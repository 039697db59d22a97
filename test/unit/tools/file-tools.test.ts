import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolContext } from '../../../src/tools/tool.ts'
import { deleteFile } from '../../../src/tools/workspace/delete-file.ts'
import { editFile } from '../../../src/tools/workspace/edit-file.ts'
import { listFiles } from '../../../src/tools/workspace/list-files.ts'
import { readFile } from '../../../src/tools/workspace/read-file.ts'
import { readResult } from '../../../src/tools/workspace/read-result.ts'
import { writeFile } from '../../../src/tools/workspace/write-file.ts'
import { bytesOf, type Finished, memoryFiles, run, shaOf, wordsOf } from './memory-files.ts'

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255])

describe('read_file', () => {
  it('gives the text exactly, and the language of its code view', async () => {
    const { content, details } = await run(readFile, memoryFiles({ 'a.ts': 'const a = 1\r\n' }), { path: 'a.ts' })
    expect(content).toEqual([{ type: 'text', text: 'const a = 1\r\n' }])
    expect(details).toEqual({ shape: 'code', language: 'ts', text: 'const a = 1\r\n' })
  })

  it('gives a range of lines, inclusive, and says which', async () => {
    const files = memoryFiles({ a: 'one\ntwo\nthree\n' })
    expect(wordsOf(await run(readFile, files, { path: 'a', from_line: 2, to_line: 2 }))).toBe(
      'two\n\n[Lines 2 to 2 of 3.]',
    )
  })

  it('following its own words to the end reads the whole of a long file with very long lines', async () => {
    const text = `${'short\n'.repeat(3000)}${'ü'.repeat(20_000)}\nend\n`
    const files = memoryFiles({ a: text })
    let read = ''
    for (let args: Record<string, unknown> | null = { path: 'a' }; args; ) {
      const { content }: Finished = await run(readFile, files, args)
      const [body, note] = content.map((block) => (block.type === 'text' ? block.text : ''))
      expect(bytesOf(`${body}${note}`).length).toBeLessThan(8 * 1024)
      read += body
      const next = /from_line (\d+)(?: and from_column (\d+))?/.exec(note ?? '')
      args = next && { path: 'a', from_line: Number(next[1]), ...(next[2] ? { from_column: Number(next[2]) } : {}) }
    }
    expect(read).toBe(text)
  })

  it('says so of an empty file, of a blank one, of one that is not there, of a range that is not there', async () => {
    const files = memoryFiles({ empty: '', blank: ' \n', a: 'x' })
    expect(wordsOf(await run(readFile, files, { path: 'empty' }))).toBe('(empty)')
    expect(wordsOf(await run(readFile, files, { path: 'blank' }))).toBe('(only white space: " \\n")')
    await expect(run(readFile, files, { path: 'b' })).rejects.toThrow('There is no file "b"')
    await expect(run(readFile, files, { path: 'a', from_line: 5 })).rejects.toThrow('There is no line 5')
  })

  it('says of a binary file what it is, and shows an image to the person', async () => {
    const files = memoryFiles({ 'a.png': PNG, 'b.bin': PNG, 'latin1.txt': new Uint8Array([0xe9, 0x41]) })
    const image = await run(readFile, files, { path: 'a.png' })
    expect(wordsOf(image)).toContain('binary file (image/png, 8 bytes)')
    expect(image.details).toEqual({ shape: 'image', mediaType: 'image/png', blob: shaOf(PNG) })
    expect((await run(readFile, files, { path: 'b.bin' })).details).toEqual({ shape: 'file', path: 'b.bin' })
    expect(wordsOf(await run(readFile, files, { path: 'latin1.txt' }))).toContain('binary file')
  })

  it('shows a picture and a PDF to the model; what is none, or cannot be read, is named', async () => {
    const files = memoryFiles({ 'a.png': PNG, 'b.pdf': PNG, 'c.webp': 'text', 'd.bin': PNG })
    const asked: string[] = []
    const sha = 'e'.repeat(64)
    const show: ToolContext['show'] = async ({ path, blob, mediaType }) => {
      asked.push(path)
      if (path === 'a.png') return { type: 'image', mediaType, blob: sha, name: path, width: 640, height: 480 }
      if (path === 'b.pdf') return { type: 'document', mediaType, blob, name: path, words: null, length: 0, pages: 3 }
      throw new Error('It is damaged.')
    }
    const picture = await run(readFile, files, { path: 'a.png' }, { show })
    expect(picture.content[0]).toEqual({ type: 'text', text: '"a.png", a picture of 640 x 480 pixels, 8 bytes:' })
    expect(picture.content[1]).toMatchObject({ type: 'image', blob: sha })
    expect(picture.details).toEqual({ shape: 'image', mediaType: 'image/png', blob: shaOf(PNG) })
    const pdf = await run(readFile, files, { path: 'b.pdf' }, { show })
    expect(pdf.content[0]).toMatchObject({ text: '"b.pdf", a PDF of 3 pages, 8 bytes:' })
    expect(pdf.content[1]).toMatchObject({ type: 'document', blob: shaOf(PNG) })
    expect(pdf.details).toEqual({ shape: 'file', path: 'b.pdf' })
    // text under a picture's name is text
    expect(wordsOf(await run(readFile, files, { path: 'c.webp' }, { show }))).toBe('text')
    files.set('c.webp', PNG)
    expect(wordsOf(await run(readFile, files, { path: 'c.webp' }, { show }))).toContain(
      'Nor can it be shown: It is damaged.',
    )
    await run(readFile, files, { path: 'd.bin' }, { show })
    expect(asked).not.toContain('d.bin')
  })

  it('gives a recording to the model as sound; one that is too large, or none, is named', async () => {
    const files = memoryFiles({ 'a.wav': PNG, 'b.mp3': PNG, 'c.ogg': PNG })
    const show: ToolContext['show'] = async ({ path, blob }) => {
      if (path === 'c.ogg') throw new Error('It is damaged, or its sound format is not supported.')
      return { type: 'document', mediaType: 'audio/wav', blob, name: path, words: null, length: 12 }
    }
    const heard = await run(readFile, files, { path: 'a.wav' }, { show })
    expect(heard.content[0]).toEqual({ type: 'text', text: '"a.wav", a recording of about 12 seconds, 8 bytes:' })
    expect(heard.content[1]).toMatchObject({ type: 'document', mediaType: 'audio/wav', blob: shaOf(PNG) })
    expect(heard.details).toEqual({ shape: 'file', path: 'a.wav' })
    expect(wordsOf(await run(readFile, files, { path: 'c.ogg' }, { show }))).toContain(
      'it cannot be shown as text. Nor can it be shown: It is damaged, or its sound',
    )
    const info = { path: 'b.mp3', blob: shaOf(PNG), size: 15_000_000, mediaType: 'audio/mpeg' }
    const large = await run(readFile, { ...files, info: async () => info }, { path: 'b.mp3' }, { show })
    expect(wordsOf(large)).toContain('cannot be shown as text. To be shown it may have 13.4 MB.')
  })

  it('refuses more than 10 MB before it reads', async () => {
    const files = memoryFiles({ a: 'x' })
    const huge = {
      ...files,
      info: async () => ({ path: 'a', blob: 'f', size: 11 * 1024 * 1024, mediaType: 'text/plain' }),
    }
    await expect(run(readFile, huge, { path: 'a' })).rejects.toThrow('is 11.0 MB long; this works up to 10.0 MB')
  })
})

describe('write_file', () => {
  it('creates, replaces, and leaves alone what is already so', async () => {
    const files = memoryFiles()
    const created = await run(writeFile, files, { path: 'a/b.md', content: 'one\n' })
    expect(created.files).toEqual([
      { path: 'a/b.md', from: null, to: shaOf(bytesOf('one\n')), size: 4, mediaType: 'text/markdown' },
    ])
    expect(created.details).toEqual({ shape: 'file', path: 'a/b.md' })
    files.commit(created.files ?? [])
    const replaced = await run(writeFile, files, { path: 'a/b.md', content: 'two\n' })
    expect(replaced.files?.[0]).toMatchObject({ from: shaOf(bytesOf('one\n')), to: shaOf(bytesOf('two\n')) })
    expect(replaced.details).toEqual({ shape: 'diff', path: 'a/b.md', before: 'one\n', after: 'two\n' })
    const same = await run(writeFile, files, { path: 'a/b.md', content: 'one\n' })
    expect(same.files).toBeUndefined()
    expect(wordsOf(same)).toContain('already holds exactly that')
  })

  it('names one file by both spellings of an accent', async () => {
    const files = memoryFiles({ 'caf\u00e9': 'x' })
    expect((await run(writeFile, files, { path: 'cafe\u0301', content: 'y' })).files?.[0]).toMatchObject({
      path: 'caf\u00e9',
      from: shaOf(bytesOf('x')),
    })
  })

  it.each([
    ['a/b', 'x', '"a" is a file, so'],
    ['folder', 'x', '"folder" is a folder'],
    ['b', '\ud83d', 'half a character'],
    ['b', 'a\0', 'NUL character'],
    ['b', 'x'.repeat(10 * 1024 * 1024 + 1), 'at most 10.0 MB'],
  ])('refuses %s: %.5j', async (path, content, words) => {
    const files = memoryFiles({ a: '1', 'folder/c': '2' })
    await expect(run(writeFile, files, { path, content })).rejects.toThrow(words)
    expect(files.puts()).toBe(0)
  })

  it('replaces a binary file without showing its bytes', async () => {
    const { details } = await run(writeFile, memoryFiles({ 'a.png': PNG }), { path: 'a.png', content: 'text' })
    expect(details).toEqual({ shape: 'file', path: 'a.png' })
  })

  it('what is written is what is read, for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (content) => {
        fc.pre(!content.includes('\0'))
        const files = memoryFiles()
        files.commit((await run(writeFile, files, { path: 'a', content })).files ?? [])
        expect(files.textOf('a')).toBe(content)
      }),
    )
  })
})

describe('edit_file', () => {
  it('shows only the lines around the change', async () => {
    const lines = Array.from({ length: 100 }, (_, n) => `line ${n}\n`)
    const files = memoryFiles({ a: lines.join('') })
    const { details, files: changes } = await run(editFile, files, {
      path: 'a',
      old_text: 'line 50\n',
      new_text: 'LINE\nNEW\n',
    })
    const around = (changed: string): string => `line 47\nline 48\nline 49\n${changed}line 51\nline 52\nline 53\n`
    expect(details).toEqual({ shape: 'diff', path: 'a', before: around('line 50\n'), after: around('LINE\nNEW\n') })
    files.commit(changes ?? [])
    expect(files.textOf('a')).toBe(lines.toSpliced(50, 1, 'LINE\nNEW\n').join(''))
  })

  it('an edit whose file changed meanwhile does not apply', async () => {
    const files = memoryFiles({ a: 'one two' })
    const { files: changes = [] } = await run(editFile, files, { path: 'a', old_text: 'one', new_text: '1' })
    files.set('a', 'one two three')
    expect(files.commit(changes)).toBe(false)
    expect(files.textOf('a')).toBe('one two three')
  })

  it('refuses a binary file, a missing one, and text that is there twice', async () => {
    const files = memoryFiles({ 'a.png': PNG, a: 'x\nx\n' })
    await expect(run(editFile, files, { path: 'a.png', old_text: 'x', new_text: 'y' })).rejects.toThrow(
      'is a binary file',
    )
    await expect(run(editFile, files, { path: 'b', old_text: 'x', new_text: 'y' })).rejects.toThrow(
      'There is no file "b"',
    )
    await expect(run(editFile, files, { path: 'a', old_text: 'x', new_text: 'y' })).rejects.toThrow('on lines 1, 2')
    expect(files.puts()).toBe(0)
  })
})

describe('delete_file', () => {
  it('takes away the file as it is now, and says when there is none', async () => {
    const files = memoryFiles({ a: 'x' })
    const { files: changes = [] } = await run(deleteFile, files, { path: 'a' })
    expect(changes).toEqual([{ path: 'a', from: shaOf(bytesOf('x')), to: null, size: 0, mediaType: 'text/plain' }])
    files.commit(changes)
    await expect(run(deleteFile, files, { path: 'a' })).rejects.toThrow('There is no file "a"')
  })
})

describe('list_files', () => {
  it('lists by path, and says when there is nothing', async () => {
    expect(wordsOf(await run(listFiles, memoryFiles(), {}))).toBe('The workspace is empty.')
    const { content, details } = await run(listFiles, memoryFiles({ b: 'x', a: '12345' }), {})
    expect(content).toEqual([{ type: 'text', text: 'a (5 bytes)\nb (1 byte)' }])
    expect(details).toMatchObject({
      rows: [
        ['a', '5 bytes', 'text/plain'],
        ['b', '1 byte', 'text/plain'],
      ],
    })
  })

  it('shows a person a part of ten thousand', async () => {
    const many = memoryFiles(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`f${n}`, ''])))
    const { content, details } = await run(listFiles, many, {})
    expect(wordsOf({ content }).split('\n')).toHaveLength(10_000)
    expect(details?.shape === 'table' && details.rows.at(-1)).toEqual(['… and 9800 more', '', ''])
  })
})

describe('read_result', () => {
  it('reads a stored result by pages, and refuses what is not one', async () => {
    const files = memoryFiles({ a: 'line\n'.repeat(5000), 'b.png': PNG })
    const page = wordsOf(
      await run(readResult, files, { result: shaOf(bytesOf('line\n'.repeat(5000))), from_line: 4999 }),
    )
    expect(page).toBe('line\nline\n\n[Lines 4999 to 5000 of 5000.]')
    await expect(run(readResult, files, { result: 'a'.repeat(64) })).rejects.toThrow('There is no result')
    await expect(run(readResult, files, { result: shaOf(PNG) })).rejects.toThrow('is not text')
    expect(() => readResult.parameters.parse({ result: '../x' })).toThrow()
  })
})
