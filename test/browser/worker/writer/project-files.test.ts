import { expect, it } from 'vitest'
import { diff } from '../../../../src/agent/delta.ts'
import { initiate } from '../../../../src/agent/initiate.ts'
import type { Input } from '../../../../src/agent/input.ts'
import type { State } from '../../../../src/agent/state.ts'
import { freshChoices } from '../../../../src/settings/projects.ts'
import { putBlob } from '../../../../src/storage/blobs.ts'
import { changeProjectFiles, listProjectFiles } from '../../../../src/storage/projects/project-files.ts'
import { createProject, markProject } from '../../../../src/storage/projects/projects.ts'
import type { Files } from '../../../../src/tools/tool.ts'
import { workspaceFiles } from '../../../../src/worker/ports/workspace-files.ts'
import { projectFilesPort, withProject } from '../../../../src/worker/projects/project-workspace.ts'
import { commitSession } from '../../../../src/worker/writer/session-commit.ts'
import { answerRow, callOf } from '../../../support/fake-rows.ts'
import { input, SESSION } from '../../storage/rows.ts'
import { createSession, writerDatabase } from '../../storage/support.ts'

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

async function inProject() {
  const { db, epoch } = await writerDatabase()
  await createProject(db, 'p', freshChoices('Thesis'), 1)
  const [one = '', two = ''] = await Promise.all([putBlob(db, bytes('one'), 1), putBlob(db, bytes('two'), 1)])
  const change = (from: string | null, to: string | null) => ({ path: 'a.md', from, to, size: 3, mediaType: '' })
  const port = projectFilesPort(db, () => 'p')
  const problem = async (from: string | null, to: string): Promise<string | null> => {
    let found: string | null = 'never asked'
    const wanted = { project: 'p', files: [change(from, to)] }
    await port.holding(wanted, new AbortController().signal, async (words) => {
      found = words
      if (words === null) await changeProjectFiles(db, 'p', wanted.files, 1)
    })
    return found
  }
  return { db, epoch, one, two, change, problem }
}

it('two sessions write one file at the same moment: one is written, the other reads why', async () => {
  const { db, one, two, problem } = await inProject()
  const ends = await Promise.all([problem(null, one), problem(null, two)])
  expect(ends).toEqual([null, expect.stringContaining('project/a.md')])
  expect(await listProjectFiles(db, 'p')).toMatchObject([{ path: 'a.md', blob: one }])
  expect(await problem(one, two)).toBeNull()
})

it('a project that is deleted while a session of it runs takes no more files, and shows none', async () => {
  const { db, epoch, one, change, problem } = await inProject()
  await createSession(db, epoch, {
    files: [{ path: 'project/hidden.md', blob: one, size: 3, mediaType: '', seq: 1, timestamp: 1 }],
  })
  await changeProjectFiles(db, 'p', [change(null, one)], 1)
  const files: Files = withProject(workspaceFiles(db, SESSION), db, () => 'p')
  expect((await files.list()).map(({ path }) => path)).toEqual(['project/a.md'])
  expect(await files.info('project/a.md')).toMatchObject({ blob: one })
  await markProject(db, 'p', 5)
  expect([await files.list(), await files.info('project/a.md')]).toEqual([[], null])
  expect(await problem(one, one)).toContain('was deleted')
})

it('a change of a project is on disk with the result of its call or not at all: a refused result changes nothing', async () => {
  const { db, epoch, one, change } = await inProject()
  const head = await createSession(db, epoch)
  const commit = async (before: State, kind: 'ok' | 'error'): Promise<State> => {
    const seq = before.head.seq + 1
    const result = { kind, content: [], size: 0 } as never
    const row = answerRow(0, 'x', { calls: [callOf('1.0.0', { result })] })
    const next: State = { ...before, head: { ...before.head, seq }, messages: [row] }
    const respond = {
      ...input(seq),
      ...{ type: 'toolkit-respond', toolCallId: '1.0.0', attempt: 0, content: [], known: [], terminate: false },
      projectFiles: { project: 'p', files: [change(null, one)] },
    } as Input
    const delta = { ...diff(before, next), messages: [] }
    await commitSession(db, epoch, { inputs: [respond], delta, previous: before, next }, () => false)
    return next
  }
  const refused = await commit({ ...initiate(SESSION), head }, 'error')
  expect(await listProjectFiles(db, 'p')).toEqual([])
  await commit(refused, 'ok')
  expect(await listProjectFiles(db, 'p')).toMatchObject([{ path: 'a.md', blob: one }])
  expect(await db.getKey('pending-blobs', one)).toBeUndefined()
})
