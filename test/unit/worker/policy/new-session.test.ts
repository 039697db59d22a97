import { expect, it } from 'vitest'
import type { Persona } from '../../../../src/settings/personas.ts'
import { DEFAULT_PREFERENCES, PreferenceChanges, Preferences } from '../../../../src/settings/preferences.ts'
import { readFile } from '../../../../src/tools/workspace/read-file.ts'
import { writeFile } from '../../../../src/tools/workspace/write-file.ts'
import { newConfig } from '../../../../src/worker/policy/new-session.ts'
import { toolChanges } from '../../../../src/worker/policy/session-tools.ts'

const TOOLS = [readFile, writeFile]
const MODEL = { providerId: 'p', model: 'm', thinking: 'low' } as const
const critic: Persona = {
  ...{ id: 'c', name: 'Critic', systemPrompt: '  Be strict.\n', model: null },
  ...{ thinking: 'low', without: ['write_file', 'gone'] },
}
const begun = (persona?: Persona, approvals: Preferences['approvals'] = {}) =>
  newConfig(MODEL, TOOLS, { ...DEFAULT_PREFERENCES, approvals }, [], persona)

it('a persona joins what every session is told, and takes the place of none of it', () => {
  const plain = begun().systemPrompt
  expect(begun(critic).systemPrompt).toBe(`${plain}\n\nYour part in this conversation:\nBe strict.`)
  expect(begun({ ...critic, systemPrompt: ' ' }).systemPrompt).toBe(plain)
})

it('a persona gives no tool more than a new session has, and goes without those that it names, also after tools came and went', () => {
  const config = begun(critic, { read_file: 'ask', write_file: 'allow' })
  expect(Object.keys(config.tools)).toEqual(['read_file', 'write_file'])
  expect([config.tools['read_file']?.approval, config.tools['write_file']?.approval]).toEqual(['ask', 'never'])
  const later = toolChanges(
    { ...config, tools: { ...config.tools, old: { repeat: 'pure', approval: 'allow', sequential: false } } },
    TOOLS,
    [],
    {
      ...DEFAULT_PREFERENCES,
      approvals: { write_file: 'allow' },
    },
  )
  expect(later?.tools['write_file']?.approval).toBe('never')
})

it('a session of a project goes without the tools that the project leaves out, whatever the persona', () => {
  const config = newConfig(MODEL, TOOLS, DEFAULT_PREFERENCES, [], critic, { without: ['read_file'] })
  expect(Object.values(config.tools).map(({ approval }) => approval)).toEqual(['never', 'never'])
})

it('preferences of before personas have none; a change that does not name them leaves them', () => {
  expect(Preferences.parse({ theme: 'dark' })).toMatchObject({ personas: [], defaultPersonaId: null })
  expect(PreferenceChanges.parse({ theme: 'dark' })).toEqual({ theme: 'dark' })
  expect(() => PreferenceChanges.parse({ personas: [{ ...critic, thinking: 'very' }] })).toThrow()
})
