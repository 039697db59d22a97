import { expect, it } from 'vitest'
import { MOST_MEMORY } from '../../../../src/settings/memory.ts'
import { addNote, readMemory, removeNote, writeMemory } from '../../../../src/storage/settings/memory.ts'
import { connect } from '../support.ts'

it('notes come in once, go in their own words, and leave what the person wrote alone', async () => {
  const db = await connect()
  expect(await readMemory(db)).toBe('')
  expect(await addNote(db, 'likes  tea')).toBe('added')
  // carried out again after a crash
  expect(await addNote(db, 'likes tea')).toBe('known')
  expect(await readMemory(db)).toBe('- likes tea')
  await writeMemory(db, '# Me\n* lives in Kiel\n- likes tea\n')
  expect(await addNote(db, 'has a dog')).toBe('added')
  expect(await readMemory(db)).toBe('# Me\n* lives in Kiel\n- likes tea\n- has a dog')
  expect(await removeNote(db, 'lives in Kiel')).toBe(1)
  expect(await removeNote(db, 'likes')).toBe(0)
  expect(await readMemory(db)).toBe('# Me\n- likes tea\n- has a dog')
})

it('notes of two tabs at the same time are both kept; a full memory takes no more', async () => {
  const db = await connect()
  await Promise.all([addNote(db, 'one'), addNote(db, 'two')])
  expect((await readMemory(db)).split('\n').sort()).toEqual(['- one', '- two'])
  await writeMemory(db, 'x'.repeat(MOST_MEMORY - 3))
  expect(await addNote(db, 'three')).toBe('full')
})

it('what the person edited does not overwrite a note that was remembered meanwhile; without a word of what was there it replaces all', async () => {
  const db = await connect()
  expect(await writeMemory(db, '- likes tea', '')).toBe(true)
  await addNote(db, 'has a dog')
  expect(await writeMemory(db, '- likes coffee', '- likes tea')).toBe(false)
  expect(await readMemory(db)).toBe('- likes tea\n- has a dog')
  expect(await writeMemory(db, '- likes coffee', '- likes tea\n- has a dog')).toBe(true)
  // asked again after its answer was lost
  expect(await writeMemory(db, '- likes coffee', '- likes tea\n- has a dog')).toBe(true)
  expect(await readMemory(db)).toBe('- likes coffee')
  expect(await writeMemory(db, '')).toBe(true)
  await db.put('settings', { key: 'memory', value: 'damaged' })
  await expect(writeMemory(db, '- likes tea', '')).rejects.toThrow('the memory')
  expect(await writeMemory(db, '')).toBe(true)
})
