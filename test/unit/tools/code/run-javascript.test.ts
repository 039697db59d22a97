import { describe, expect, it } from 'vitest'
import { runJavascript } from '../../../../src/tools/code/run-javascript.ts'
import { readerOf } from '../../../../src/tools/disk/disk-reader.ts'
import { diskWrite } from '../../../../src/tools/disk/disk-write.ts'
import { memoryDisk } from '../memory-disk.ts'
import { memoryFiles, run, runCode, wordsOf } from '../memory-files.ts'

const csv = Array.from({ length: 100 }, (_, n) => `${n},${n * n}`).join('\n')

describe('run_javascript', () => {
  it('works on the workspace: what it writes is a compare-and-set, committed with the result', async () => {
    const files = memoryFiles({ 'data.csv': csv, 'old.txt': 'x' })
    const result = await run(runJavascript, files, {
      code: `const rows = readFile('data.csv').split('\\n').map((row) => row.split(',').map(Number))
        const sum = rows.reduce((total, [, square]) => total + square, 0)
        writeFile('out/sum.json', JSON.stringify({ sum })); deleteFile('old.txt'); console.log(rows.length, 'rows'); sum`,
    })
    expect(wordsOf(result)).toBe(
      'Console:\n100 rows\n\nResult:\n328350\n\nFiles:\ncreated out/sum.json\ndeleted old.txt',
    )
    expect(files.textOf('out/sum.json')).toBeNull()
    expect(files.commit(result.files ?? [])).toBe(true)
    expect(files.textOf('out/sum.json')).toBe('{"sum":328350}')
    expect(files.textOf('old.txt')).toBeNull()
  })

  describe('the linked folder', () => {
    const disk = () => readerOf(memoryDisk({ 'notes/a b.txt': 'of the disk', 'notes/c.txt': 'c', 'data.csv': 'x,1' }))
    it.each([
      ["readFile('/disk/data.csv') + listFiles().length", 'x,12'],
      ["readFile('/disk/notes/a b.txt')", 'of the disk'],
      [
        "listFiles().map(({ path }) => path).join() + '/disk/notes/'.length",
        'own.txt,/disk/notes/a b.txt,/disk/notes/c.txt12',
      ],
      ["readFile(`/disk/${'data'}.csv`) + '/disk'.length", 'x,15'],
      ["listFiles().length + '/diskette/notes'.length * 0", '1'],
    ])('is read by code that names it: %s', async (code, value) => {
      const result = await run(runJavascript, memoryFiles({ 'own.txt': 'x' }), { code }, { disk: disk() })
      expect(wordsOf(result)).toContain(`Result:\n${value}`)
    })

    it('is changed by disk_write, for which the code leaves its files: the person decides, and nothing is on disk before', async () => {
      const folder = memoryDisk({ 'data.csv': 'x,1', 'same.txt': 'same' })
      const files = memoryFiles({})
      const code = "writeFile('/disk/data.csv', 'y'); writeFile('/disk/new', 'n'); writeFile('/disk/same.txt', 'same')"
      const result = await run(runJavascript, files, { code }, { disk: readerOf(folder) })
      expect(folder.paths()).toEqual(['data.csv', 'same.txt'])
      expect(folder.textOf('data.csv')).toBe('x,1')
      expect(files.commit(result.files ?? [])).toBe(true)
      const calls = [...wordsOf(result).matchAll(/^disk_write (.*)$/gm)].map(([, args = '']) => JSON.parse(args))
      expect(calls.map(({ path }) => path)).toEqual(['data.csv', 'new'])
      const write = diskWrite(folder)
      for (const args of calls) expect(files.commit((await run(write, files, args)).files ?? [])).toBe(true)
      expect([folder.textOf('data.csv'), folder.textOf('new')]).toEqual(['y', 'n'])
      // its copies are gone
      expect(await files.list()).toEqual([])
    })

    it('a file that another program changed after the code had read it is not overwritten', async () => {
      const folder = memoryDisk({ 'data.csv': 'x,1' })
      const files = memoryFiles({})
      const code = "writeFile('/disk/data.csv', readFile('/disk/data.csv') + 'y')"
      const result = await run(runJavascript, files, { code }, { disk: readerOf(folder) })
      files.commit(result.files ?? [])
      folder.set('data.csv', 'mine')
      const [, args = ''] = /^disk_write (.*)$/m.exec(wordsOf(result)) ?? []
      await expect(run(diskWrite(folder), files, JSON.parse(args))).rejects.toThrow('it has changed')
      expect(folder.textOf('data.csv')).toBe('mine')
    })

    it('nothing of it is deleted, and no path leads out of it', async () => {
      const folder = memoryDisk({ 'data.csv': 'x,1' })
      const context = { disk: readerOf(folder) }
      const gone = await run(runJavascript, memoryFiles({}), { code: "deleteFile('/disk/data.csv')" }, context)
      expect(wordsOf(gone)).toContain('disk_delete deletes it')
      const out = run(runJavascript, memoryFiles({}), { code: "writeFile('/disk/../x', 'y')" }, context)
      await expect(out).rejects.toThrow(/\.\./)
      const none = run(runJavascript, memoryFiles({}), { code: "writeFile('/disk/x', 'y')" })
      await expect(none).rejects.toThrow('No folder is linked')
    })

    it('where none is linked, there is no such file', async () => {
      const result = await run(runJavascript, memoryFiles({}), { code: "readFile('/disk/data.csv')" })
      expect(wordsOf(result)).toContain('There is no file')
    })
  })

  it('changes nothing when the code fails, and says what it printed until then', async () => {
    const files = memoryFiles({ 'a.txt': 'x' })
    const result = await run(runJavascript, files, { code: `writeFile('a.txt', 'y'); console.log('here'); nope()` })
    expect(result.isError).toBe(true)
    expect(result.files).toBeUndefined()
    expect(files.puts()).toBe(0)
    expect(wordsOf(result)).toMatch(/ReferenceError[\s\S]*No file was changed[\s\S]*here/)
  })

  it('leaves out what ends as it was', async () => {
    const result = await run(runJavascript, memoryFiles({ 'a.txt': 'x' }), { code: `writeFile('a.txt', 'x')` })
    expect(result.files).toBeUndefined()
    expect(wordsOf(result)).toContain('printed nothing')
  })

  it.each([
    ['changed', { 'a.txt': 'mine' }, `writeFile('a.txt', readFile('a.txt') + '!')`],
    ['changed, where the code deletes it,', { 'a.txt': 'mine' }, `deleteFile('a.txt')`],
    ['made', { 'new.txt': 'mine' }, `writeFile('new.txt', 'of the code')`],
  ])('what the person %s while it ran was overwritten', async (_, theirs, code) => {
    const files = memoryFiles({ 'a.txt': 'x', 'b.txt': 'x' })
    const [[path = '', words = ''] = []] = Object.entries(theirs)
    const meanwhile: typeof runCode = async (...args) => {
      const outcome = await runCode(...args)
      files.set(path, words)
      return outcome
    }
    const result = await run(runJavascript, files, { code }, { runCode: meanwhile })
    expect(files.commit(result.files ?? [])).toBe(false)
    expect(files.textOf(path)).toBe('mine')
  })

  it.each([
    ['../up.txt', /is not allowed/],
    ['/etc/passwd', /relative to the workspace/],
    ['a.txt/under', /"a.txt" is a file/],
    ['folder', /"folder" is a folder/],
  ])('refuses to write %s, and stores not one byte', async (path, words) => {
    const files = memoryFiles({ 'a.txt': 'x', 'folder/b.txt': 'x' })
    await expect(
      run(runJavascript, files, { code: `writeFile('ok.txt', '1'); writeFile('${path}', '1')` }),
    ).rejects.toThrow(words)
    expect(files.puts()).toBe(0)
  })

  it('a file may become a folder when the code deletes it first', async () => {
    const files = memoryFiles({ a: 'x' })
    const result = await run(runJavascript, files, { code: `deleteFile('a'); writeFile('a/b', '1')` })
    expect(files.commit(result.files ?? [])).toBe(true)
    expect(files.textOf('a/b')).toBe('1')
  })

  it('hands in the files that the code names before smaller ones, 20 MB in all', async () => {
    const files = memoryFiles({
      'big.bin': new Uint8Array(15 * 1024 * 1024),
      'other.bin': new Uint8Array(14 * 1024 * 1024),
      'small.txt': 'x',
    })
    const named = await run(runJavascript, files, { code: `readBytes('big.bin').length + readFile('small.txt')` })
    expect(wordsOf(named)).toContain(`${15 * 1024 * 1024}x`)
    const hidden = await run(runJavascript, files, { code: `readBytes('big' + '.bin').length` })
    expect(wordsOf(hidden)).toMatch(/"big.bin" cannot be read here: only/)
  })
})
