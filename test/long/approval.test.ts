import { expect, it } from 'vitest'
import { eventually, visibleText } from '../support/app.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()
const write = { name: 'write_file', arguments: { path: 'note.md', content: 'approved' } }

it('approval is asked for when the options of the session say so, though its tool ran unasked before', async () => {
  const { app, mock } = scene
  mock.setScript([{ text: 'May I?', toolCalls: [write] }, { text: 'Understood.' }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.openEmpty()
  await app.button('Session options').click()
  const choice = app.page.getByRole('combobox', { name: 'Approval of Write file', exact: true })
  await choice.selectOption({ label: 'Asks first' })
  await app.page.keyboard.press('Escape')
  await app.send('Write it down')
  await app.untilStatus('Waiting for you')
  await eventually(() => visibleText(app.toolCalls('write_file'))).toContain('Needs approval')
  await app.openFiles()
  expect(await app.files.getByRole('treeitem').count()).toBe(0)
  await app.page.reload()
  await app.untilStatus('Waiting for you')
  await app.button('Session options').click()
  await eventually(() => choice.inputValue()).toBe('ask')
})
