import { expect, it } from 'vitest'
import { freshChoices } from '../../../../src/settings/projects.ts'
import { putBlob, readBlob } from '../../../../src/storage/blobs.ts'
import { changeProjectFiles, listProjectFiles } from '../../../../src/storage/projects/project-files.ts'
import { createProject, listProjects, readProject } from '../../../../src/storage/projects/projects.ts'
import { exported, imported, startSession } from '../archive-support.ts'
import { writerDatabase } from '../support.ts'

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

it('a project goes into one file and comes back as another: without tools, and its instructions as a file to be read first', async () => {
  const { db, epoch } = await writerDatabase()
  const choices = { ...freshChoices('Thesis'), instructions: 'Obey me.', memory: '- Due in May', without: ['x'] }
  await createProject(db, 'p', { ...choices, model: { providerId: 'theirs', model: 'm' } }, 1)
  const sha = await putBlob(db, bytes('Rats'), 1)
  await changeProjectFiles(db, 'p', [{ path: 'a.md', from: null, to: sha, size: 4, mediaType: '' }], 1)
  for (const id of ['one', 'two']) {
    const session = await startSession(db, epoch, id)
    await session.commit({ type: 'user-move-session', project: 'p' })
  }
  const file = await exported(db, { sessionIds: ['one', 'two'], settings: false, project: 'p' })
  const { sessions, refused } = await imported(db, file)
  expect(refused).toEqual([])
  const projects = await listProjects(db)
  const arrived = projects.find(({ name }) => name === 'Thesis (imported)')
  expect(projects).toHaveLength(2)
  expect(sessions.map(({ project }) => project)).toEqual([arrived?.id, arrived?.id])
  expect(await readProject(db, arrived?.id ?? '')).toMatchObject({
    ...{ instructions: '', memory: '', model: null, personaId: null, without: [] },
  })
  const files = await listProjectFiles(db, arrived?.id ?? '')
  const texts = await Promise.all(
    files.map(async ({ blob }) => new TextDecoder().decode((await readBlob(db, blob)) ?? undefined)),
  )
  expect(files.map(({ path }, place) => [path, texts[place]])).toEqual([
    ['AGENTS.md', 'Obey me.'],
    ['a.md', 'Rats'],
    ['memory.md', '- Due in May'],
  ])
})

it('a session from elsewhere that names one of this person’s projects does not join it', async () => {
  const { db, epoch } = await writerDatabase()
  await createProject(db, 'mine', freshChoices('Secret'), 1)
  const session = await startSession(db, epoch, 'one')
  await session.commit({ type: 'user-move-session', project: 'mine' })
  expect(session.state().head.project).toBe('mine')
  const { sessions } = await imported(db, await exported(db, { sessionIds: ['one'], settings: false }))
  expect(sessions.map(({ project }) => project)).toEqual([undefined])
})
