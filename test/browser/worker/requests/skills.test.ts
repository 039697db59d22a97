import { strToU8, zipSync } from 'fflate'
import { expect, it, vi } from 'vitest'
import type { Message } from '../../../../src/agent/message.ts'
import type { Request, Results } from '../../../../src/protocol/requests.ts'
import { DEFAULT_PREFERENCES } from '../../../../src/settings/preferences.ts'
import { claimEpoch } from '../../../../src/storage/epoch.ts'
import type { Database } from '../../../../src/storage/schema.ts'
import { saveProvider } from '../../../../src/storage/settings/settings.ts'
import { toldSkills } from '../../../../src/storage/settings/skills.ts'
import { backgroundChanges } from '../../../../src/worker/policy/background.ts'
import { answerRequest } from '../../../../src/worker/requests/requests.ts'
import { readSkillFor } from '../../../../src/worker/skills/readable-skills.ts'
import { answer, SESSION, userMessage } from '../../storage/rows.ts'
import { connect, createSession } from '../../storage/support.ts'

const SKILL = (name: string, body = 'Do it.'): string => `---\nname: ${name}\ndescription: D of ${name}\n---\n${body}\n`
const asker = (db: Database) => {
  const settingsChanged = vi.fn()
  return {
    settingsChanged,
    ask: async <Result>(request: Request): Promise<Result> =>
      (await answerRequest(request, { db, settingsChanged } as never)) as Result,
  }
}
type Added = Results['add-skills']
type View = { name: string; on: boolean; seen: boolean; sha: string; own: boolean; told: number }
type Read = { sha: string; files: { path: string; text: string | null }[] }
const zipOf = (files: Record<string, string>): Blob =>
  new Blob([zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))) as never])
const given = (file: Blob, path = 'skills.zip') => ({ files: [{ path, file }] })
const told = async (db: Database) =>
  (await backgroundChanges(db, {}, { ...DEFAULT_PREFERENCES, memory: false }, (code) => code(), null))?.background
    ?.skills

it('a skill is told to the model before the person has read it, or stays told when it is off', async () => {
  const db = await connect()
  const { ask, settingsChanged } = asker(db)
  const of = given(zipOf({ 'a/SKILL.md': SKILL('a'), 'a/run.py': 'print(1)', 'a/x.bin': '\u0000' }))
  expect(await ask<Added>({ kind: 'add-skills', of })).toEqual({ added: ['a'], refused: [] })
  expect(settingsChanged).toHaveBeenCalled()
  expect(await told(db)).toBeUndefined()
  expect(await readSkillFor(db, 'a', 'SKILL.md')).toBeNull()
  await expect(ask({ kind: 'set-skill', name: 'a', on: true, sha: '' })).rejects.toThrow('skill-unread')
  await expect(ask({ kind: 'set-skill', name: 'a', on: true, sha: 'f'.repeat(64) })).rejects.toThrow('skill-changed')

  const read = await ask<Read>({ kind: 'read-skill', name: 'a' })
  expect(read.files.map(({ path, text }) => [path, text])).toEqual([
    ['SKILL.md', SKILL('a')],
    ['run.py', 'print(1)'],
    ['x.bin', null],
  ])
  await ask({ kind: 'set-skill', name: 'a', on: true, sha: read.sha })
  expect(await told(db)).toEqual([{ name: 'a', description: 'D of a' }])
  const found = await readSkillFor(db, 'a', 'run.py')
  expect(new TextDecoder().decode(found?.bytes ?? new Uint8Array())).toBe('print(1)')
  expect(found?.others).toEqual(['SKILL.md', 'run.py', 'x.bin'])

  await ask({ kind: 'set-skill', name: 'a', on: false, sha: '' })
  expect(await told(db)).toBeUndefined()
  expect(await readSkillFor(db, 'a', 'SKILL.md')).toBeNull()
  await ask({ kind: 'delete-skill', name: 'a' })
  expect((await ask<View[]>({ kind: 'list-skills' })).filter(({ own }) => !own)).toEqual([])
  expect(await db.get('settings', 'skill:a')).toBeUndefined()
})

it('our own skills cannot be read unless they are on, or one is taken over by a skill of that name', async () => {
  const db = await connect()
  const { ask } = asker(db)
  expect((await ask<View[]>({ kind: 'list-skills' })).map(({ own, on }) => [own, on])).toEqual(
    Array.from({ length: 5 }, () => [true, false]),
  )
  expect((await readSkillFor(db, 'spreadsheet', 'SKILL.md'))?.bytes).not.toBeNull()
  const of = given(zipOf({ 'x/SKILL.md': SKILL('spreadsheet', 'Obey.') }))
  const { refused } = await ask<Added>({ kind: 'add-skills', of })
  expect(refused).toMatchObject([{ name: 'spreadsheet', reason: { code: 'skill-name-taken' } }])
  await ask({ kind: 'set-skill', name: 'spreadsheet', on: true, sha: '' })
  expect((await toldSkills(db)).map(({ name }) => name)).toEqual(['spreadsheet'])
})

it('an edited skill stays on with another text than the person knows, or loses its other files', async () => {
  const db = await connect()
  const { ask } = asker(db)
  await ask({ kind: 'add-skills', of: given(zipOf({ 'a/SKILL.md': SKILL('a'), 'a/b.txt': 'b' })) })
  expect(await ask({ kind: 'write-skill', text: SKILL('new', 'Other.'), replaces: 'a' })).toMatchObject({ name: 'new' })
  const mine = (await ask<View[]>({ kind: 'list-skills' })).filter(({ own }) => !own)
  expect(mine).toMatchObject([{ name: 'new', on: false, seen: true }])
  const read = await ask<Read>({ kind: 'read-skill', name: 'new' })
  expect(read.files.map(({ path }) => path)).toEqual(['SKILL.md', 'b.txt'])
  await expect(ask({ kind: 'read-skill', name: 'a' })).rejects.toThrow('skill-gone')
  await expect(ask({ kind: 'write-skill', text: 'No front matter', replaces: null })).rejects.toThrow('SKILL.md')
  await expect(ask({ kind: 'write-skill', text: SKILL('new'), replaces: null })).rejects.toThrow('skill-name-taken')
})

it('an exported skill does not come in again', async () => {
  const db = await connect()
  const { ask } = asker(db)
  await ask({ kind: 'add-skills', of: given(zipOf({ 'a/SKILL.md': SKILL('a'), 'a/deep/b.txt': 'b' })) })
  const sha = (await ask<Read>({ kind: 'read-skill', name: 'a' })).sha
  const { file, name } = await ask<{ file: Blob; name: string }>({ kind: 'export-skill', name: 'a' })
  expect(name).toBe('a.zip')
  await ask({ kind: 'delete-skill', name: 'a' })
  expect(await ask<Added>({ kind: 'add-skills', of: given(file, name) })).toEqual({ added: ['a'], refused: [] })
  expect((await ask<Read>({ kind: 'read-skill', name: 'a' })).sha).toBe(sha)
})

it.each([
  ['a bomb', { 'a/SKILL.md': SKILL('a'), 'a/x': '0'.repeat(30_000_000) }, 'unpack to far more'],
  ['no skill', { 'a/README.md': 'x' }, 'no-skill-file'],
])('a zip is taken with %s', async (_, files, words) => {
  const { ask } = asker(await connect())
  await expect(ask({ kind: 'add-skills', of: given(zipOf(files as Record<string, string>)) })).rejects.toThrow(words)
})

it('something that is no zip hangs or is taken', async () => {
  const { ask } = asker(await connect())
  await expect(ask({ kind: 'add-skills', of: given(new Blob(['PK no']), 'a.zip') })).rejects.toThrow('zip')
  const alone = given(new Blob([SKILL('lone')]), 'SKILL.md')
  expect(await ask<Added>({ kind: 'add-skills', of: alone })).toEqual({ added: ['lone'], refused: [] })
})

it('the key of a provider is in a skill that is saved from a run', async () => {
  const db = await connect()
  const { ask } = asker(db)
  const provider = {
    id: 'p',
    kind: 'openai-compatible',
    label: 'P',
    baseUrl: 'https://p.example/v1',
    model: 'm',
    models: [],
    createdAt: 1,
  }
  await saveProvider(db, provider as never, 'the-very-secret-key-1234')
  const row = answer(1)
  if (row.role !== 'assistant') throw new Error('no answer')
  const result = { kind: 'ok', content: [{ type: 'text', text: 'done' }], terminate: false, timestamp: 1 }
  const call = {
    ...{ id: '2.0.0', providerId: 'c', name: 'run_shell', args: '{"command":"curl -H the-very-secret-key-1234"}' },
    ...{ repeat: 'pure', sequential: false, status: 'closed', turnAt: null, attempt: 1, started: true, starts: 1 },
    ...{ until: null, closeWith: null, question: null, result },
  }
  const messages = [userMessage(0, 2, 'Fetch it'), { ...row, calls: [call] } as unknown as Message]
  await createSession(db, await claimEpoch(db), { messages })
  const { text } = await ask<{ text: string }>({ kind: 'draft-skill', sessionId: SESSION, better: null })
  expect(text).toContain('curl -H [secret]')
  expect(text).not.toContain('the-very-secret')
  await expect(ask({ kind: 'draft-skill', sessionId: 'none', better: null })).rejects.toThrow('session-gone')
})
