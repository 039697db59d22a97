import { expect, it } from 'vitest'
import { DEFAULT_PREFERENCES, type Preferences } from '../../../src/settings/preferences.ts'
import { changesOf, planImport, readSettingsFile, settingsFile } from '../../../src/settings/settings-file.ts'

const prompt = (id: string, name: string, text: string) => ({ id, name, text })
const persona = (id: string, name: string, more = {}) => ({
  ...{ id, name, systemPrompt: `You are ${name}.`, model: null, thinking: 'off' as const, without: [] },
  ...more,
})
const withAll: Preferences = {
  ...DEFAULT_PREFERENCES,
  theme: 'dark',
  instructions: 'Answer briefly.',
  prompts: [prompt('p1', 'Translate', 'Into {{language}}'), prompt('p2', 'Sum up', 'In five points')],
  personas: [persona('a', 'Editor', { model: { providerId: 'local', model: 'm' }, without: ['delete_file'] })],
  approvals: { delete_file: 'allow' },
  grants: ['origin:https://example.org'],
  maxCostPerDay: 5,
}
const everything = { prompts: true, personas: true, replaced: new Set(['theme', 'instructions'] as const) }
let made = 0
const makeId = () => `made-${made++}`
const plan = (file: string, here: Preferences, known = true) =>
  planImport(readSettingsFile(file), here, makeId, () => known)

it('what was exported arrives whole in a fresh browser, and brings nothing that lets a tool do more', () => {
  const file = settingsFile(withAll)
  expect(file).not.toMatch(/approvals|grants|maxCost|providers|fallback|apiKey/)
  const changes = changesOf(plan(file, DEFAULT_PREFERENCES), everything, DEFAULT_PREFERENCES)
  expect(changes).toEqual({
    theme: 'dark',
    instructions: 'Answer briefly.',
    prompts: withAll.prompts,
    personas: withAll.personas,
  })
  const hostile = JSON.parse(file)
  Object.assign(hostile.settings, { approvals: { run_javascript: 'allow' }, grants: ['origin:https://evil.example'] })
  const taken = changesOf(plan(JSON.stringify(hostile), DEFAULT_PREFERENCES), everything, DEFAULT_PREFERENCES)
  expect(Object.keys(taken).sort()).toEqual(['instructions', 'personas', 'prompts', 'theme'])
})

it('imported twice it brings nothing the second time', () => {
  const { prompts, personas, replaced } = plan(settingsFile(withAll), withAll)
  expect([...prompts, ...personas].map(({ how }) => how)).toEqual(['known', 'known', 'known'])
  expect(replaced).toEqual([])
  expect(changesOf({ prompts, personas, replaced }, everything, withAll)).toEqual({})
})

it('a name that is taken by other words is changed, and so is an id; what is here stays', () => {
  const long = 'n'.repeat(80)
  const here = { ...DEFAULT_PREFERENCES, prompts: [prompt('p1', 'Translate', 'mine'), prompt('p9', long, 'mine')] }
  const theirs = { ...withAll, prompts: [...withAll.prompts, prompt('p3', long, 'theirs'), prompt('p4', long, 'more')] }
  const found = plan(settingsFile(theirs), here)
  expect(found.prompts.map(({ how, item }) => [how, item.name])).toEqual([
    ['renamed', 'Translate (2)'],
    ['new', 'Sum up'],
    ['renamed', `${'n'.repeat(76)} (2)`],
    ['renamed', `${'n'.repeat(76)} (3)`],
  ])
  const { prompts = [] } = changesOf(found, everything, here)
  expect(prompts.slice(0, 2)).toEqual(here.prompts)
  expect(new Set(prompts.map(({ id }) => id)).size).toBe(6)
})

it('what has no room is left out, and a persona loses a model that nobody here has', () => {
  const full = { ...DEFAULT_PREFERENCES, prompts: Array.from({ length: 99 }, (_, n) => prompt(`h${n}`, `${n}`, 'x')) }
  const found = plan(settingsFile(withAll), full, false)
  expect(found.prompts.map(({ how }) => how)).toEqual(['new', 'no-room'])
  expect(changesOf(found, everything, full).prompts).toHaveLength(100)
  expect(found.personas[0]?.item.model).toBeNull()
})

it.each([
  ['', 'This isn’t a settings file.'],
  ['null', 'This isn’t a settings file.'],
  ['[]', 'This isn’t a settings file.'],
  ['{"reflexor":"archive"}', 'This isn’t a settings file.'],
  ['{"reflexor":"settings","version":2,"settings":{}}', 'This file is from a newer version of Reflexor. Update first.'],
  ['{"reflexor":"settings","version":1}', 'This settings file is damaged. Nothing was imported.'],
  [
    '{"reflexor":"settings","version":1,"settings":{"theme":"<img>"}}',
    'This settings file is damaged. Nothing was imported.',
  ],
  [
    '{"reflexor":"settings","version":1,"settings":{"prompts":[{"id":"a","name":"b","text":7}]}}',
    'This settings file is damaged. Nothing was imported.',
  ],
])('refuses %s', (text, sentence) => expect(() => readSettingsFile(text)).toThrow(sentence))
