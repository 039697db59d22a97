import { expect, it } from 'vitest'
import { freshChoices } from '../../../src/settings/projects.ts'
import { putBlob } from '../../../src/storage/blobs.ts'
import { changeProjectFiles, listProjectFiles } from '../../../src/storage/projects/project-files.ts'
import {
  addProjectNote,
  createProject,
  listProjects,
  markProject,
  readProject,
  removeProjectNote,
  saveProject,
} from '../../../src/storage/projects/projects.ts'
import { purgeProjects } from '../../../src/storage/projects/purge-projects.ts'
import { holderOf } from '../../../src/storage/projects/write-project-files.ts'
import { purgeDeleted } from '../../../src/storage/purge.ts'
import { connect, writerDatabase } from './support.ts'

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

it('a project is made once, changed by two tabs, deleted and restored', async () => {
  const db = await connect()
  const before = freshChoices('Thesis')
  const made = await createProject(db, 'p', before, 1)
  // sent again after a lost answer
  expect(await createProject(db, 'p', freshChoices('Other'), 2)).toEqual(made)
  expect(await saveProject(db, 'p', before, { ...before, instructions: 'Mine.' })).toMatchObject({ type: 'saved' })
  expect(await saveProject(db, 'p', before, { ...before, instructions: 'Theirs.' })).toEqual({ type: 'changed' })
  expect(await addProjectNote(db, 'p', 'Due in May')).toBe('added')
  expect(await addProjectNote(db, 'p', ' Due  in May')).toBe('known')
  expect(await readProject(db, 'p')).toMatchObject({ instructions: 'Mine.', memory: '- Due in May' })
  expect(await removeProjectNote(db, 'p', 'Due in May')).toBe(1)

  await markProject(db, 'p', 5)
  expect([await readProject(db, 'p'), await listProjects(db)]).toEqual([null, []])
  expect(await saveProject(db, 'p', before, before)).toEqual({ type: 'missing' })
  expect(await addProjectNote(db, 'p', 'x')).toBeNull()
  await markProject(db, 'p', null)
  expect(await listProjects(db)).toMatchObject([{ id: 'p', name: 'Thesis' }])
})

it('a damaged project is left as it is, and the others are listed', async () => {
  const db = await connect()
  await db.put('projects', { id: 'odd', name: 5 } as never)
  await createProject(db, 'p', freshChoices('Fine'), 1)
  expect((await listProjects(db)).map(({ id }) => id)).toEqual(['p'])
  await expect(saveProject(db, 'odd', freshChoices('a'), freshChoices('b'))).rejects.toThrow(/damaged/i)
  expect(await db.get('projects', 'odd')).toEqual({ id: 'odd', name: 5 })
})

it('files of a project change all or none, and their bytes are held by the project', async () => {
  const db = await connect()
  await createProject(db, 'p', freshChoices('Thesis'), 1)
  const [one = '', two = ''] = await Promise.all([putBlob(db, bytes('one'), 1), putBlob(db, bytes('two'), 1)])
  const file = (path: string, from: string | null, to: string | null) => ({ path, from, to, size: 3, mediaType: '' })
  expect(await changeProjectFiles(db, 'p', [file('a.md', null, one), file('b.md', null, two)], 1)).toEqual({
    type: 'written',
  })
  expect(await changeProjectFiles(db, 'p', [file('b.md', two, null), file('a.md', two, two)], 1)).toEqual({
    type: 'changed',
    paths: ['a.md'],
  })
  expect((await listProjectFiles(db, 'p')).map(({ path, blob }) => [path, blob])).toEqual([
    ['a.md', one],
    ['b.md', two],
  ])
  expect(await db.getKey('pending-blobs', one)).toBeUndefined()
  expect(await db.getKey('blob-names', [holderOf('p'), one])).toBeDefined()
  await markProject(db, 'p', 5)
  expect(await changeProjectFiles(db, 'p', [file('a.md', one, null)], 1)).toEqual({ type: 'missing' })
})

it('a project with 10,000 files lists them, and takes no more', async () => {
  const db = await connect()
  await createProject(db, 'p', freshChoices('Thesis'), 1)
  const sha = await putBlob(db, bytes('x'), 1)
  const file = (n: number) => ({ path: `n/${n}.md`, from: null, to: sha, size: 1, mediaType: '' })
  for (let from = 0; from < 10_000; from += 1000)
    await changeProjectFiles(
      db,
      'p',
      Array.from({ length: 1000 }, (_, n) => file(from + n)),
      1,
    )
  expect(await listProjectFiles(db, 'p')).toHaveLength(10_000)
  expect(await changeProjectFiles(db, 'p', [file(10_000)], 1)).toEqual({ type: 'full' })
  // one that is there can still be replaced
  expect(await changeProjectFiles(db, 'p', [{ ...file(7), from: sha }], 1)).toEqual({ type: 'written' })
})

it('a project that was deleted goes after its time, with its files, and its bytes are freed', async () => {
  const { db, epoch } = await writerDatabase()
  for (const id of ['gone', 'kept']) await createProject(db, id, freshChoices(id), 1)
  const [own = '', both = ''] = await Promise.all([putBlob(db, bytes('own'), 1), putBlob(db, bytes('both'), 1)])
  const file = (path: string, to: string) => ({ path, from: null, to, size: 3, mediaType: '' })
  await changeProjectFiles(db, 'gone', [file('a', own), file('b', both)], 1)
  await changeProjectFiles(db, 'kept', [file('b', both)], 1)
  await markProject(db, 'gone', 50)
  await purgeProjects(db, epoch, 50)
  expect(await db.count('projects')).toBe(2)
  await purgeProjects(db, epoch, 51)
  await purgeDeleted(db, epoch, { before: 0, now: 60 })
  expect(await db.getAllKeys('projects')).toEqual(['kept'])
  expect(await db.getAllKeys('project-files')).toEqual([['kept', 'b']])
  expect(await db.getAllKeys('pending-blobs')).toEqual([own])
  expect([await db.count('purges'), await db.getAllKeys('blob-names')]).toEqual([0, [[holderOf('kept'), both]]])
})
