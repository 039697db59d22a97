import { expect, it } from 'vitest'
import { collectSkills, type GivenFile } from '../../../../src/worker/skills/collect-skills.ts'

const SKILL = (name: string): string => `---\nname: ${name}\ndescription: D of ${name}\n---\nDo it.\n`
const given = (files: Record<string, string | Uint8Array<ArrayBuffer>>): GivenFile[] =>
  Object.entries(files).map(([path, content]) => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
    return { path, size: bytes.length, read: async () => bytes }
  })
const collect = (files: Parameters<typeof given>[0]) => collectSkills(given(files), 'zip', 'alone', 7)

it('a zip of many skills arrives as one, or with the noise of a system', async () => {
  const { found, refused } = await collect({
    'skills/a/SKILL.md': SKILL('a'),
    'skills/a/scripts/run.py': 'print(1)',
    'skills/b/skill.md': SKILL('b'),
    'skills/b/inner/SKILL.md': SKILL('inner'),
    'skills/b/inner/x.txt': 'x',
    'README.md': 'not of a skill',
    '__MACOSX/skills/a/._SKILL.md': 'noise',
    'skills/a/.DS_Store': 'noise',
  })
  expect(refused).toEqual([])
  expect(found.map(({ skill }) => [skill.name, skill.files.map(({ path }) => path)])).toEqual([
    ['a', ['SKILL.md', 'scripts/run.py']],
    ['b', ['SKILL.md']],
    ['inner', ['SKILL.md', 'x.txt']],
  ])
  for (const { skill } of found) expect(skill).toMatchObject({ on: false, seen: false, addedAt: 7, from: 'zip' })
})

it('a SKILL.md in no folder takes everything beside it', async () => {
  const { found } = await collect({ 'SKILL.md': '---\ndescription: D\n---\n', 'a/b.txt': 'x' })
  expect(found[0]?.skill).toMatchObject({ name: 'alone', files: [{ path: 'SKILL.md' }, { path: 'a/b.txt' }] })
})

it('another content has the same fingerprint, so that something else is switched on than was shown', async () => {
  const sha = async (files: Parameters<typeof given>[0]) => (await collect(files)).found[0]?.skill.sha
  const plain = await sha({ 'SKILL.md': SKILL('a'), 'b.txt': 'x' })
  expect(plain).toMatch(/^[0-9a-f]{64}$/)
  expect(await sha({ 'b.txt': 'x', 'SKILL.md': SKILL('a') })).toBe(plain)
  for (const other of [{ 'b.txt': 'y' }, { 'c.txt': 'x' }, {}])
    expect(await sha({ 'SKILL.md': SKILL('a'), ...other })).not.toBe(plain)
})

it.each([
  ['a path that leaves the folder', { 'a/SKILL.md': SKILL('a'), 'a/../../etc': 'x' }],
  ['a path with a hidden sign', { 'a/SKILL.md': SKILL('a'), 'a/x\u202ey': 'x' }],
  [
    '201 files',
    { 'a/SKILL.md': SKILL('a'), ...Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`a/${n}`, ''])) },
  ],
  ['6 MB', { 'a/SKILL.md': SKILL('a'), 'a/x.bin': new Uint8Array(6_000_000) }],
  ['a SKILL.md that is no text', { 'a/SKILL.md': new Uint8Array([0, 159, 146, 150]) }],
])('a skill is taken with %s', async (_, files) => {
  const { found, refused } = await collect(files as Parameters<typeof given>[0])
  expect(found).toEqual([])
  expect(refused).toMatchObject([{ name: 'a' }])
})

it('files of no skill are read', async () => {
  const files = given({ 'a/SKILL.md': SKILL('a') })
  const other = { path: 'b/huge.bin', size: 1e12, read: () => Promise.reject(new Error('read')) }
  expect((await collectSkills([...files, other], 'files', 'x', 1)).found).toHaveLength(1)
})
