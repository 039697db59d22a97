import { expect, it } from 'vitest'
import { matching } from '../../../src/ui/base/kit/match.ts'

const items = [
  { label: 'Search all sessions', words: 'find' },
  { label: 'Settings: Usage', words: 'preferences' },
  { label: 'Session options' },
  { label: 'Café plans' },
  { label: 'Οδός Αθηνών' },
]
const found = (query: string) => matching(items, query).map(({ label }) => label)

it.each([
  ['', items.map(({ label }) => label)],
  ['se us', ['Settings: Usage']],
  ['session', ['Session options', 'Search all sessions']],
  ['FIND', ['Search all sessions']],
  ['cafe', ['Café plans']],
  ['ΟΔΟΣ', ['Οδός Αθηνών']],
  ['οδοσ', ['Οδός Αθηνών']],
  ['nothing of that kind', []],
])('"%s"', (query, expected) => expect(found(query)).toEqual(expected))
