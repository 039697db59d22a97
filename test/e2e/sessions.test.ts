import { describe, expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()

describe('the composer', () => {
  it('keeps its draft over a reload, each session its own', async () => {
    const { app, mock } = scene
    mock.setScript([{ text: 'Noted.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('First')
    await app.untilAnswer('Noted.')
    await app.untilStatus('Idle')
    await app.composer.fill('half a thought')
    await app.newSession()
    await eventually(() => app.composer.inputValue()).toBe('')
    await app.composer.fill('another half')
    await app.page.reload()
    await eventually(() => app.composer.inputValue()).toBe('another half')
    await app.sessions.getByRole('link', { name: 'First' }).click()
    await eventually(() => app.composer.inputValue()).toBe('half a thought')
    expect(mock.journal()).toHaveLength(1)
  })
})
