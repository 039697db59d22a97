import { describe, expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { makeGate } from '../support/gate.ts'
import { heldUntil, stuck } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()

describe('a message during a run', () => {
  it('a queued message can be taken back, and is still queued after a reload', async () => {
    const { app, mock } = scene
    const takenBack = makeGate()
    mock.setScript([stuck(60), heldUntil(takenBack.opened, 60), { text: 'Never to be asked.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Begin')
    await app.untilAnswer('word3')
    await app.send('Not that, after all', 'Follow up')
    await app.page.reload()
    const queued = app.page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem')
    await queued.filter({ hasText: 'Not that, after all' }).getByRole('button', { name: 'Take back' }).click()
    await eventually(() => queued.count()).toBe(0)
    await eventually(() => app.composer.inputValue()).toBe('Not that, after all')
    takenBack.open()
    await app.untilAnswer('word60')
    await app.untilStatus('Idle')
    await eventually(() => app.questionTexts()).toEqual(['Begin'])
    expect(mock.journal()).toHaveLength(2)
  })
})
