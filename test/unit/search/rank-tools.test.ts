import { expect, it } from 'vitest'
import { rankTools } from '../../../src/search/rank-tools.ts'

const tool = (name: string, description: string) => ({ name, label: name, description })
const TOOLS = [
  tool('hub__create_pull_request', 'Opens a new pull request in a repository.'),
  tool('hub__list_issues', 'Lists the issues of a repository.'),
  tool('hub__getUserProfile', 'Gives a profile.'),
  tool('crm__find_contact', 'Looks for a contact by name.'),
  tool('票务__查询', '查询火车票的余票和时刻。'),
]
const names = (words: string, most = 8) => rankTools(words, TOOLS, most).map(({ name }) => name)

it('a tool is not found because one word of the question is missing, or in another form', () => {
  expect(names('please open a pull request for me')[0]).toBe('hub__create_pull_request')
  expect(names('contacts')[0]).toBe('crm__find_contact')
  expect(names('user profiles')[0]).toBe('hub__getUserProfile')
  expect(names('火车票')).toEqual(['票务__查询'])
  expect(names('crm__find_contact')[0]).toBe('crm__find_contact')
})

it('words that nothing has find something, or a word that all have hides a rare one', () => {
  expect(names('zebra')).toEqual([])
  expect(names('!?')).toEqual([])
  expect(names('repository issues', 1)).toEqual(['hub__list_issues'])
})

it('2,000 tools of the longest descriptions take long', () => {
  const many = Array.from({ length: 2000 }, (_, n) => tool(`s__t${n}`, `${'word '.repeat(400)}${n}`))
  const started = performance.now()
  expect(rankTools('word t77', many, 8)[0]?.name).toBe('s__t77')
  expect(performance.now() - started).toBeLessThan(20_000)
})
