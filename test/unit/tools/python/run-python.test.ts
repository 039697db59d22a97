import { describe, expect, it } from 'vitest'
import { readerOf } from '../../../../src/tools/disk/disk-reader.ts'
import { diskWrite } from '../../../../src/tools/disk/disk-write.ts'
import { runPython } from '../../../../src/tools/python/run-python.ts'
import type { PythonOutcome, RunPython } from '../../../../src/tools/tool.ts'
import { memoryDisk } from '../memory-disk.ts'
import { bytesOf, memoryFiles, run, wordsOf } from '../memory-files.ts'

const png = (width = 3, height = 2): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(40)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  new DataView(bytes.buffer).setUint32(16, width)
  new DataView(bytes.buffer).setUint32(20, height)
  return bytes
}
const good = { ok: true, value: '', table: null, pictures: [], changes: [], output: '' } as const
const giving =
  (outcome: Partial<PythonOutcome>, jobs: Parameters<RunPython>[0][] = []): RunPython =>
  async (job) => {
    jobs.push(job)
    return { ...good, ...outcome } as PythonOutcome
  }

describe('run_python', () => {
  it('what the code changed is a compare-and-set, committed with the result', async () => {
    const files = memoryFiles({ 'a.txt': 'x', 'old.txt': 'y' })
    const changes = [
      { path: 'a.txt', bytes: bytesOf('z') },
      { path: 'old.txt', bytes: null },
    ]
    const python = giving({ changes, value: '42', output: 'hello\n' })
    const result = await run(runPython, files, { code: '42' }, { runPython: python })
    expect(wordsOf(result)).toBe('Printed:\nhello\n\nValue:\n42\n\nFiles:\nchanged a.txt\ndeleted old.txt')
    expect(files.textOf('a.txt')).toBe('x')
    expect(files.commit(result.files ?? [])).toBe(true)
    expect(files.textOf('a.txt')).toBe('z')
    expect(files.textOf('old.txt')).toBeNull()
    // set a second time, as after a crash, it finds itself done
    expect(files.commit(result.files ?? [])).toBe(false)
  })

  it('what it writes below /disk waits in the workspace for disk_write; killed before the commit and run again, it is written once', async () => {
    const folder = memoryDisk({ 'data.csv': 'x,1', 'notes/same.txt': 'same', 'gone.txt': 'g' })
    const files = memoryFiles({})
    const jobs: Parameters<RunPython>[0][] = []
    const changes = [
      { path: '/disk/data.csv', bytes: bytesOf('y') },
      { path: '/disk/notes/same.txt', bytes: bytesOf('same') },
      { path: '/disk/notes/new.txt', bytes: bytesOf('n') },
      { path: '/disk/gone.txt', bytes: null },
    ]
    const context = { runPython: giving({ changes }, jobs), disk: readerOf(folder) }
    // the first run dies with its result
    await run(runPython, files, { code: "open('/disk/data.csv')" }, context)
    const result = await run(runPython, files, { code: "open('/disk/data.csv')" }, context)
    expect(jobs[1]).toMatchObject({ files: [{ path: '/disk/data.csv' }], folders: ['/disk', '/disk/notes'] })
    expect(folder.writes()).toBe(0)
    expect(files.commit(result.files ?? [])).toBe(true)
    expect(wordsOf(result)).toContain('[Nothing on disk was deleted (gone.txt): use disk_delete.]')
    const calls = [...wordsOf(result).matchAll(/^disk_write (.*)$/gm)].map(([, args = '']) => JSON.parse(args))
    for (const args of calls) expect(files.commit((await run(diskWrite(folder), files, args)).files ?? [])).toBe(true)
    expect([folder.textOf('data.csv'), folder.textOf('notes/new.txt'), folder.writes()]).toEqual(['y', 'n', 2])
    expect(await files.list()).toEqual([])
  })

  it('a file that another program changed after Python had read it is not overwritten', async () => {
    const folder = memoryDisk({ 'data.csv': 'x,1' })
    const files = memoryFiles({})
    const changes = [{ path: '/disk/data.csv', bytes: bytesOf('y') }]
    const context = { runPython: giving({ changes }), disk: readerOf(folder) }
    const result = await run(runPython, files, { code: "open('/disk/data.csv')" }, context)
    files.commit(result.files ?? [])
    folder.set('data.csv', 'mine')
    const [, args = ''] = /^disk_write (.*)$/m.exec(wordsOf(result)) ?? []
    await expect(run(diskWrite(folder), files, JSON.parse(args))).rejects.toThrow('it has changed')
    expect(folder.textOf('data.csv')).toBe('mine')
  })

  it('a failure changes nothing, keeps what was printed, and shows what was drawn until then', async () => {
    const files = memoryFiles({ 'a.txt': 'x' })
    const python = giving({ ok: false, error: 'ZeroDivisionError', output: 'before\n', pictures: [png()] })
    const result = await run(runPython, files, { code: '1/0' }, { runPython: python })
    expect(result).toMatchObject({ isError: true, content: [{ type: 'text' }, { type: 'image' }] })
    expect(result.files).toBeUndefined()
    expect(wordsOf(result)).toMatch(/ZeroDivisionError\nNo file was changed[\s\S]*before/)
  })

  it('figures follow as pictures; what only calls itself one is left out', async () => {
    const python = giving({ pictures: [png(), bytesOf('no picture'), png(0, 5)] })
    const result = await run(runPython, memoryFiles(), { code: 'plot()' }, { runPython: python })
    expect(result.content.slice(1)).toEqual([
      { type: 'image', mediaType: 'image/png', blob: expect.any(String), width: 3, height: 2 },
    ])
    expect(wordsOf(result)).toContain('The picture follows.')
  })

  it('a DataFrame is a table for the person and text for the model', async () => {
    const table = { columns: ['', 'n'], rows: [['0', '7']] }
    const python = giving({ value: '   n\n0  7\n(1, 1)', table })
    const result = await run(runPython, memoryFiles(), { code: 'frame' }, { runPython: python })
    expect(result.details).toEqual({ shape: 'table', ...table })
    expect(wordsOf(result)).toContain('   n\n0  7')
  })

  it('packages need one word of the person, the standard library none', async () => {
    expect(runPython.grantFor?.({ code: 'import csv, sqlite3' })).toBeNull()
    expect(runPython.grantFor?.({ code: 'import pandas' })).toBe('packages:https://cdn.jsdelivr.net')
    expect(runPython.grantFor?.({ code: '1', packages: ['lxml'] })).toBe('packages:https://cdn.jsdelivr.net')
    const jobs: Parameters<RunPython>[0][] = []
    const code = 'import pandas as pd\nimport matplotlib.pyplot'
    await run(runPython, memoryFiles(), { code, packages: ['lxml', 'pandas'] }, { runPython: giving({}, jobs) })
    expect(jobs[0]?.packages).toEqual(['lxml', 'matplotlib', 'pandas'])
  })
})
