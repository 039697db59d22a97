import { expect, it } from 'vitest'
import { freshChoices, mergeChoices, ProjectChoices } from '../../../src/settings/projects.ts'

const before = { ...freshChoices('A'), instructions: 'Old.' }

it('two tabs that change different fields both keep their change', () => {
  const stored = { ...before, memory: '- noted' }
  const wanted = { ...before, instructions: 'New.' }
  expect(mergeChoices(stored, before, wanted)).toEqual({ ...before, instructions: 'New.', memory: '- noted' })
})

it('two tabs that edit the instructions: the later one is refused, and nothing is lost', () => {
  const stored = { ...before, instructions: 'Theirs.' }
  expect(mergeChoices(stored, before, { ...before, instructions: 'Mine.' })).toBeNull()
  // a repeat after a lost answer is no conflict
  expect(mergeChoices(stored, before, stored)).toEqual(stored)
})

it('a name of 500 characters is refused', () => {
  expect(ProjectChoices.safeParse(freshChoices('x'.repeat(500))).success).toBe(false)
  expect(ProjectChoices.safeParse(freshChoices('x'.repeat(120))).success).toBe(true)
})
