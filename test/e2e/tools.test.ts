import { describe, expect, it } from 'vitest'
import { type App, appOn, eventually, visibleText } from '../support/app.ts'
import { crashTab } from '../support/launch.ts'
import { cases } from '../support/runs.ts'
import { useScene } from '../support/scene.ts'

/** The test build: a failpoint in the address holds a tool in the middle of its run until the page is left. */
const scene = useScene({ build: 'dist-test' })
const write = { name: 'write_file', arguments: { path: 'note.md', content: 'written once' } }

/** A tool call that has begun and does not end, in a tab whose address makes it so. */
async function stuckInTool(point: string): Promise<App> {
  const { app: start, mock } = scene
  mock.setScript([{ text: 'Writing.', toolCalls: [write] }, { text: 'The note is written.' }])
  await start.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await start.page.close()
  const app = appOn(await scene.browser.context.newPage())
  await app.page.goto(`${scene.site.url}?failpoint=${point}:1:hang#/`)
  await app.send('Write a note')
  await app.untilStatus('Using write_file')
  await eventually(() => visibleText(app.toolCalls('write_file'))).toContain('Running')
  return app
}

async function isFinished(app: App): Promise<void> {
  await app.untilAnswer('The note is written.')
  await app.untilStatus('Idle')
  await eventually(() => visibleText(app.toolCalls('write_file'))).toContain('Done')
  await eventually(() => app.toolCalls('write_file').count()).toBe(1)
  await eventually(() => app.files.getByRole('treeitem').count()).toBe(1)
  // one asking before the tool, one after it, whatever happened between
  expect(scene.mock.journal()).toHaveLength(2)
  const results = scene.mock.journal()[1]?.body.messages?.filter(({ role }) => role === 'tool')
  expect(results).toHaveLength(1)
}
const addressOf = (app: App): string => `${scene.site.url}${new URL(app.page.url()).hash}`

describe('in the middle of a tool call', () => {
  it.each(cases(['before-tool-run'], ['after-tool-run']))(
    'a reload (%s): the call is carried out and the task goes on',
    async (point) => {
      const app = await stuckInTool(point)
      await app.page.goto(addressOf(app))
      await isFinished(app)
    },
  )

  it('SIGKILL of the browser: the call is carried out and the task goes on', async () => {
    const app = await stuckInTool('after-tool-run')
    await isFinished(await scene.killAndRelaunch(new URL(app.page.url()).hash))
  })

  it('a crash of the tab: the call is carried out and the task goes on', async () => {
    const app = await stuckInTool('before-tool-run')
    const address = addressOf(app)
    await crashTab(app.page)
    const again = appOn(await scene.browser.context.newPage())
    await again.page.goto(address)
    await isFinished(again)
  })

  it('Stop ends it: "Stopped", nothing is asked, nothing is written', async () => {
    const app = await stuckInTool('before-tool-run')
    await app.button('Stop').click()
    await app.untilStatus('Stopped')
    await eventually(() => visibleText(app.toolCalls('write_file'))).toContain('Stopped')
    await app.page.goto(addressOf(app))
    await app.untilStatus('Stopped')
    await app.openFiles()
    expect(await app.files.getByRole('treeitem').count()).toBe(0)
    expect(scene.mock.journal()).toHaveLength(1)
  })
})
