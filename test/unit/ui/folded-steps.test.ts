import { expect, it } from 'vitest'
import type { ToolCall } from '../../../src/agent/message.ts'
import { ALL_TOOLS } from '../../../src/tools/all-tools.ts'
import { stepsInWords, toolWords } from '../../../src/ui/base/words/tool-words.ts'
import { foldsOf } from '../../../src/ui/conversation/tool-calls/folded-steps.ts'
import { callOf } from '../../support/fake-rows.ts'

const done = (id: string, more: Partial<ToolCall> = {}): { call: ToolCall } => ({
  call: callOf(id, { result: { kind: 'ok', content: [], terminate: false, timestamp: 1 }, ...more }),
})
const failed = done('f', { result: { kind: 'error', content: [], terminate: false, timestamp: 1 } })
const page = done('p', {
  result: {
    kind: 'ok',
    content: [],
    details: { shape: 'artifact', path: 'a.html', title: 'A', version: 1 } as never,
    terminate: false,
    timestamp: 1,
  },
})
const places = (blocks: Parameters<typeof foldsOf>[0]) => foldsOf(blocks).map(({ from, to }) => [from, to])

it('steps beside each other that are done become one line; a single one stays a card', () => {
  expect(places([{}, done('a'), done('b'), {}, done('c')])).toEqual([[1, 3]])
  expect(places([done('a'), done('b'), done('c')])).toEqual([[0, 3]])
})

it('what went wrong, runs, waits for the person, or is to be looked at, stays in sight', () => {
  const pending = { call: callOf('q', { status: 'pending', started: false }) }
  expect(places([done('a'), failed, done('b'), done('c'), page, done('d'), pending])).toEqual([[2, 4]])
})

it('steps are told in words, without the names of tools', () => {
  expect(stepsInWords(['edit_file', 'edit_file', 'run_javascript'])).toBe('Edited 2 files, ran code')
  expect(stepsInWords(['a__b_c', 'a__b_c', 'list_files', 'wait', 'notify'])).toBe(
    'Used a · b c 2 times, listed files, waited, and 1 more',
  )
})

it('every tool of the product has words of its own', () => {
  for (const { name } of ALL_TOOLS.filter(({ name }) => !name.startsWith('test_')))
    expect(toolWords(name).label, name).not.toMatch(/_|^[a-z]/)
})

it('a name with signs that hide something is not made prettier', () => {
  expect(toolWords('send\u202Email').label).toBe('send\u202Email')
  expect(toolWords('constructor').icon).toBe('tool')
})
