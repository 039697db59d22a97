import { describe, expect, it } from 'vitest'
import { ALL_TOOLS as EVERY_TOOL } from '../../../src/tools/all-tools.ts'
import { schemaOf } from '../../../src/tools/schema.ts'
import { parseArguments } from '../../../src/tools/validate.ts'
import { run } from './memory-files.ts'
import { EXAMPLES, WAITS, workspace } from './tool-examples.ts'

/** The tools of the product; those of the test build act on a server of the torture rig. */
const ALL_TOOLS = EVERY_TOOL.filter(({ name }) => !name.startsWith('test_'))

const HOSTILE = [
  '',
  '../x',
  '/etc/passwd',
  'a/../../b',
  'x'.repeat(10_000),
  'a\0b',
  '..\\x',
  'a//b',
  '\ud800',
  '\u202egpj.exe',
]

it('tool names are different and fit every provider', () => {
  expect(new Set(ALL_TOOLS.map(({ name }) => name)).size).toBe(ALL_TOOLS.length)
  for (const { name } of ALL_TOOLS) expect(name).toMatch(/^[a-z][a-z0-9_]{0,63}$/)
})

describe.each(ALL_TOOLS.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  const example = EXAMPLES[name] ?? {}

  it('has an example here, words for the model, and a schema that describes every field', () => {
    expect(Object.keys(EXAMPLES)).toContain(name)
    expect(tool.description.length).toBeGreaterThan(20)
    expect(tool.timeLimit).toBeGreaterThan(0)
    const schema = schemaOf(tool)
    expect(schema['type']).toBe('object')
    for (const field of Object.values(schema['properties'] as Record<string, { description?: string }>))
      expect(field.description).toBeTruthy()
  })

  it('takes its example and refuses a field it does not know, and fields of another type', () => {
    expect(parseArguments(tool, JSON.stringify(example)).problem).toBeUndefined()
    expect(parseArguments(tool, JSON.stringify({ ...example, surprise: 1 })).problem).toContain('/surprise')
    for (const field of Object.keys(example))
      expect(parseArguments(tool, JSON.stringify({ ...example, [field]: { not: 'this' } })).problem).toContain(
        `/${field}: must be`,
      )
  })

  if (WAITS.includes(name)) return

  it('gives a result with words in every block and details of a known shape', async () => {
    const { content, details } = await run(tool, workspace(), example)
    expect(content.length).toBeGreaterThan(0)
    for (const block of content) if (block.type === 'text') expect(block.text.trim()).not.toBe('')
    if (details)
      expect(['text', 'code', 'run', 'table', 'file', 'diff', 'image', 'artifact', 'web-page']).toContain(details.shape)
  })

  it('run again without a commit says and changes the same, as its repeat kind promises', async () => {
    const files = workspace()
    const before = await files.list()
    const first = await run(tool, files, example)
    expect(await files.list()).toEqual(before)
    expect(['pure', 'idempotent']).toContain(tool.repeat)
    expect(await run(tool, files, example)).toEqual(first)
  })

  it('is sequential when it changes files, and its change is a compare-and-set that applies once', async () => {
    const files = workspace()
    const { files: changes = [] } = await run(tool, files, example)
    expect(tool.sequential).toBe(changes.length > 0)
    if (changes.length === 0) return
    expect(files.commit(changes)).toBe(true)
    expect(files.commit(changes)).toBe(false)
  })

  it('does nothing when it was stopped before it began to write', async () => {
    if (!tool.sequential || name === 'delete_file') return
    const files = workspace()
    await expect(run(tool, files, example, { signal: AbortSignal.abort() })).rejects.toThrow()
    expect(files.puts()).toBe(0)
  })

  it.each(HOSTILE)('refuses the path %.30j in words and changes nothing', async (path) => {
    if (!('path' in example)) return
    const files = workspace()
    await expect(run(tool, files, { ...example, path })).rejects.toThrow(
      /cannot be used: it|cannot be used: a part|is not allowed/,
    )
    expect(files.puts()).toBe(0)
  })
})
