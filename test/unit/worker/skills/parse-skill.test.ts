import { expect, it } from 'vitest'
import { skillNameFrom } from '../../../../src/settings/skills/skill.ts'
import { parseSkill } from '../../../../src/worker/skills/parse-skill.ts'
import { skillText } from '../../../../src/worker/skills/skill-text.ts'

const front = (lines: string, body = 'Do it.'): string => `---\n${lines}\n---\n\n${body}\n`

it.each([
  ['plain', 'name: pdf-forms\ndescription: Fills in forms.', 'pdf-forms', 'Fills in forms.'],
  [
    'with quotes and more fields',
    'name: "a"\ndescription: \'It: works\'\nlicense: MIT\nmetadata:\n  x: 1',
    'a',
    'It: works',
  ],
  ['a folded description', 'name: a\ndescription: >\n  One\n  two.', 'a', 'One two.'],
  // no YAML, and most often written so
  ['a colon in the description', 'name: a\ndescription: Use this: always', 'a', 'Use this: always'],
  ['no name', 'description: D', 'the-folder', 'D'],
  ['a name of another form', 'name: My Skill (v2)\ndescription: D', 'my-skill-v2', 'D'],
  ['a name in Chinese', 'name: 周报\ndescription: 写周报。', '周报', '写周报。'],
  ['a number as name', 'name: 2026\ndescription: 5', '2026', '5'],
])('a front matter is not understood: %s', (_, lines, name, description) => {
  expect(parseSkill(front(lines), 'the-folder')).toEqual({ name, description })
  expect(parseSkill(`\uFEFF${front(lines).replaceAll('\n', '\r\n')}`, 'the-folder')).toEqual({ name, description })
})

it.each([
  ['no front matter', '# Do it'],
  ['a front matter without an end', '---\nname: a\ndescription: b\n'],
  ['no description', front('name: a')],
  ['an empty description', front('name: a\ndescription: ""')],
  ['a description that is no text', front('name: a\ndescription:\n  - x')],
  ['a name of signs alone', front('name: "!!!"\ndescription: D')],
  ['a description of a book', front(`name: a\ndescription: ${'x'.repeat(1100)}`)],
  ['a front matter of a book', front(`name: a\ndescription: b\nx: ${'x'.repeat(20_000)}`)],
  ['a file of a library', front('name: a\ndescription: b', 'x'.repeat(200_000))],
])('a SKILL.md is taken with %s', (_, text) => {
  expect(parseSkill(text, text.startsWith('---\nname: "!') ? '' : 'f').problem).toMatch(/^(Its|The) /)
})

it.each(['Plain words.', 'A: colon', '# hash', '"quoted"', "it's", '- dash', '2026', 'ends with space '])(
  'a description that we write is read as another: %s',
  (description) => {
    expect(parseSkill(skillText({ name: 'a', description }, 'x'), '')).toEqual({
      name: 'a',
      description: description.trim(),
    })
  },
)

it('a name would leave its folder, or be no name', () => {
  for (const words of ['../../etc', 'A/B', 'a\u202eb', '\u{E0041}x', ' -a- ', 'Ärger über'])
    expect(skillNameFrom(words)).toMatch(/^[\p{Ll}\p{Lo}\p{N}]+(-[\p{Ll}\p{Lo}\p{N}]+)*$/u)
  expect(skillNameFrom('a'.repeat(200))).toHaveLength(64)
})

it('aliases of a front matter grow without end', () => {
  const bomb = 'a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nname: z\ndescription: *c'
  expect(parseSkill(front(bomb), 'f')).toEqual({ name: 'z', description: '*c' })
})
