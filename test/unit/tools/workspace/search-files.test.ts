import { describe, expect, it } from 'vitest'
import { searchFiles } from '../../../../src/tools/workspace/search-files.ts'
import { bytesOf, memoryFiles, run, wordsOf } from '../memory-files.ts'

describe('search_files', () => {
  it('gives path, line and text, in any case of letters unless told otherwise', async () => {
    const files = memoryFiles({ 'b.txt': 'one\nTWO two\n', 'a/c.txt': '  two  ' })
    const found = await run(searchFiles, files, { query: 'two' })
    expect(wordsOf(found)).toBe('a/c.txt:1: two\nb.txt:2: TWO two')
    expect(found.details).toEqual({
      shape: 'table',
      columns: ['Path', 'Line', 'Text'],
      rows: [
        ['a/c.txt', '1', 'two'],
        ['b.txt', '2', 'TWO two'],
      ],
    })
    expect(wordsOf(await run(searchFiles, files, { query: 'TWO', ignore_case: false }))).toBe('b.txt:2: TWO two')
  })

  it('takes the query as plain text, so that no pattern can hang it', async () => {
    const files = memoryFiles({ a: `${'a'.repeat(100_000)}!\n(a+)+$ here` })
    expect(wordsOf(await run(searchFiles, files, { query: '(a+)+$' }))).toBe('a:2: (a+)+$ here')
  })

  it('looks only into the folder or file that is named', async () => {
    const files = memoryFiles({ 'x/a': 'q', xy: 'q', 'y/a': 'q' })
    expect(wordsOf(await run(searchFiles, files, { query: 'q', folder: 'x/' }))).toBe('x/a:1: q')
    expect(wordsOf(await run(searchFiles, files, { query: 'q', folder: 'xy' }))).toBe('xy:1: q')
    await expect(run(searchFiles, files, { query: 'q', folder: '../../' })).rejects.toThrow('is not allowed')
  })

  it('says that there is nothing, and what was not searched', async () => {
    const files = memoryFiles({ a: 'x', 'b.bin': new Uint8Array([0, 1]) })
    expect(wordsOf(await run(searchFiles, files, { query: 'q' }))).toBe(
      'Nothing found in 1 text file.\n[1 binary or very large file was not searched.]',
    )
  })

  it('stays short for a thousand hits and for lines of a megabyte', async () => {
    const many = wordsOf(await run(searchFiles, memoryFiles({ a: 'hit\n'.repeat(1000) }), { query: 'hit' }))
    expect(many.split('\n')).toHaveLength(101)
    expect(many).toContain('[There is more.')
    const long = wordsOf(
      await run(searchFiles, memoryFiles({ a: `${'👍'.repeat(300_000)}needle${'👍'.repeat(300_000)}` }), {
        query: 'needle',
      }),
    )
    expect(long).toMatch(/^a:1: ….*needle.*…$/u)
    expect(bytesOf(long).length).toBeLessThan(1000)
    expect(long).not.toMatch(/\p{Surrogate}/u)
    const wide = Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`f${n}`, `${'语'.repeat(150)}needle`]))
    expect(bytesOf(wordsOf(await run(searchFiles, memoryFiles(wide), { query: 'needle' }))).length).toBeLessThan(8192)
  })

  it('refuses a query over several lines instead of never finding it', async () => {
    await expect(run(searchFiles, memoryFiles(), { query: 'a\nb' })).rejects.toThrow('within one line')
  })

  it('stops between two files and tells how far it is', async () => {
    const files = memoryFiles(Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`f${n}`, 'x'])))
    const told: string[] = []
    const controller = new AbortController()
    const progress = (text: string): void => {
      told.push(text)
      if (told.length === 2) controller.abort()
    }
    await expect(run(searchFiles, files, { query: 'q' }, { signal: controller.signal, progress })).rejects.toThrow()
    expect(told).toEqual(['Searched 100 of 250 files', 'Searched 200 of 250 files'])
  })
})
