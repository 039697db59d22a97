import { expect, it } from 'vitest'
import { MOST_MEMORY } from '../../../../src/settings/memory.ts'
import { joinNotes } from '../../../../src/ui/settings/join-notes.ts'

it('notes that came are appended to what was typed, once, and those that went are gone from it', () => {
  expect(joinNotes('', '- a', '- b')).toBe('- a\n- b')
  expect(joinNotes('- a', '- a\n\n- mine\n', '- a\n- b')).toBe('- a\n\n- mine\n- b')
  expect(joinNotes('- a', '- a\n- b', '- a\n- b')).toBe('- a\n- b')
  expect(joinNotes('- a\n- b', '- a\n- b\n- mine', '- b')).toBe('- b\n- mine')
  expect(joinNotes('- a\n- b', '- a', '- a\n- b\n- c')).toBe('- a\n- c')
  expect(joinNotes('- a', '', '- a\n- b')).toBe('- b')
})

it('what both have changed, or would be too much, is not joined', () => {
  expect(joinNotes('- a', '- mine', '- theirs')).toBeNull()
  expect(joinNotes('', 'x'.repeat(MOST_MEMORY), '- b')).toBeNull()
})
