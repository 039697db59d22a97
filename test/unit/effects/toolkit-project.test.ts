import { expect, it } from 'vitest'
import type { ToolkitPorts } from '../../../src/effects/toolkit-ports.ts'
import { parsePath } from '../../../src/tools/workspace/path.ts'
import { endingOf, start, toolThat, words } from './toolkit-harness.ts'

const change = (path: string) => ({ path, from: null, to: 'b'.repeat(64), size: 1, mediaType: '' })
const writing = toolThat(() => ({
  content: [words('Written.')],
  files: [change('own.md'), change('project/notes/a.md')],
}))
type Port = NonNullable<ToolkitPorts['projectFiles']>
const port = (holding: Port['holding'], project: string | undefined = 'p'): Partial<ToolkitPorts> => ({
  projectFiles: { folder: 'project/', project: () => project, holding },
})

it('what a tool writes below project/ is a change of the project, committed while nobody else changes it', async () => {
  const order: string[] = []
  const ending = await endingOf(writing, {
    ports: port(async (shared, _signal, end) => {
      order.push(`checked ${shared.project} ${shared.files.map(({ path }) => path)}`)
      await end(null)
      order.push('let go')
    }),
    onDispatch: ({ type }) => order.push(type),
  })
  expect(ending).toMatchObject({
    type: 'toolkit-respond',
    files: [{ path: 'own.md' }],
    projectFiles: { project: 'p', files: [{ path: 'notes/a.md' }] },
  })
  expect(order).toEqual(['toolkit-start', 'checked p notes/a.md', 'toolkit-respond', 'let go'])
})

it('two sessions of one project write one file: the later one reads why nothing was written, its own files neither', async () => {
  const ending = await endingOf(writing, { ports: port((_change, _signal, end) => end('Read it again.')) })
  expect(ending).toMatchObject({ type: 'toolkit-error', error: 'Read it again.' })
})

it('files of a project that cannot be read do not let the call hang', async () => {
  const ending = await endingOf(writing, { ports: port(() => Promise.reject(new Error('disk full'))) })
  expect(ending).toMatchObject({ type: 'toolkit-error', error: expect.stringContaining('disk full') })
})

it('a call that is stopped while it waits for its turn at the project ends with nothing', async () => {
  const harness = start(writing, {
    ports: port(
      (_change, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          queueMicrotask(() => harness.cancel())
        }),
    ),
  })
  await harness.done
  expect(harness.endings()).toEqual([])
})

it('a session without a project has a folder of this name as any other', async () => {
  const never: Port['holding'] = () => Promise.reject(new Error('never'))
  const ports = { projectFiles: { folder: 'project/', project: () => undefined, holding: never } }
  const ending = await endingOf(writing, { ports })
  expect(ending).toMatchObject({ files: [{ path: 'own.md' }, { path: 'project/notes/a.md' }] })
  expect(ending).not.toHaveProperty('projectFiles')
})

it('the folder of the project is found with a slash before it, too', () => {
  expect(parsePath('/project/a.md')).toEqual({ path: 'project/a.md' })
  expect(parsePath('/projects/a.md')).toHaveProperty('problem')
})
