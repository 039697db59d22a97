import { describe, expect, it } from 'vitest'
import { eventually, pressArmed, visibleText } from '../support/app.ts'
import { cases } from '../support/runs.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()
const write = { name: 'write_file', arguments: { path: 'note.md', content: 'approved' } }

describe('a call that needs approval', () => {
  it.each(cases<[button: string, outcome: string, files: number]>([['Approve', 'Done', 1]], [['Deny', 'Denied', 0]]))(
    'still waits for the person after a reload; %s carries on from there',
    async (button, outcome, files) => {
      const { app, mock } = scene
      mock.setScript([{ text: 'May I?', toolCalls: [write] }, { text: 'Understood.' }])
      await app.button('Settings').click()
      const settings = app.page.getByRole('dialog', { name: 'Settings' })
      await settings.getByRole('tab', { name: 'Tools', exact: true }).click()
      await settings
        .getByRole('combobox', { name: 'Approval of Write file', exact: true })
        .selectOption({ label: 'Asks first' })
      await app.page.keyboard.press('Escape')
      await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
      await app.send('Write it down')
      await app.untilStatus('Waiting for you')
      await app.page.reload()
      await app.untilStatus('Waiting for you')
      const card = app.toolCalls('write_file')
      await eventually(() => visibleText(card)).toContain('Needs approval')
      await app.openFiles()
      expect(await app.files.getByRole('treeitem').count()).toBe(0)
      expect(mock.journal()).toHaveLength(1)

      await pressArmed(card.getByRole('button', { name: button, exact: true }))
      await app.untilAnswer('Understood.')
      await app.untilStatus('Idle')
      await eventually(() => visibleText(card)).toContain(outcome)
      await eventually(() => app.files.getByRole('treeitem').count()).toBe(files)
      expect(mock.journal()).toHaveLength(2)
    },
  )
})
