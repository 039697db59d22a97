import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../support/app.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()

it('a folder that is dropped comes with all that is in it; a name that cannot be used holds up no other file', async () => {
  const { app } = scene
  const folder = mkdtempSync(join(tmpdir(), 'reflexor-drop-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'top', 'deep', 'empty'), { recursive: true })
  mkdirSync(join(folder, 'top', 'node_modules'))
  for (const name of ['a.txt', 'deep/b.txt', 'deep/bad\\name.txt', 'node_modules/c.js'])
    writeFileSync(join(folder, 'top', name), name)
  await app.button('Try the demo').click()
  await app.untilStatus('Idle')
  await app.openFiles()
  await app.button('Link folder').waitFor()
  const notice = app.page.getByRole('status', { name: 'Notice' })
  const devtools = await scene.browser.context.newCDPSession(app.page)
  const data = { items: [], files: [join(folder, 'top')], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data })
  // in one look: it goes by itself
  await notice
    .getByText(/^(?=[\s\S]*Skipped: top\/node_modules\.)(?=[\s\S]*1 of 3 files were not uploaded\.)[\s\S]*bad/)
    .waitFor()
  await eventually(async () => (await app.files.getByRole('treeitem').allTextContents()).sort()).toEqual(
    ['a.txt', 'b.txt', 'deep', 'top'].map((name) => expect.stringContaining(name)),
  )
})
