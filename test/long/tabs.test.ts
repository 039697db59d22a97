import { describe, expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { stuck } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()

describe('a second tab', () => {
  it('stops the run of the first', async () => {
    const { app: first, mock } = scene
    mock.setScript([stuck(60)])
    await first.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await first.send('Count')
    await first.untilAnswer('word3')
    const second = await scene.openTab(new URL(first.page.url()).hash)
    await second.button('Stop').click()
    await first.untilStatus('Stopped')
    await second.untilStatus('Stopped')
    await eventually(() => mock.journal()[0]?.disconnected).toBe(true)
    expect(mock.journal()).toHaveLength(1)
  })

  it('hears of a provider and a session that the first one made', async () => {
    const { app, mock } = scene
    mock.setScript([{ text: 'Yes.' }])
    const second = await scene.openTab()
    await second.page.getByRole('heading', { name: 'Welcome to Reflexor' }).waitFor()
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    // of the provider: the start page takes a message
    await second.page.getByRole('heading', { name: 'What can I help with?' }).waitFor()
    await app.send('Are you there?')
    await app.untilAnswer('Yes.')
    await second.sessions.getByRole('link').first().click()
    await second.untilStatus('Idle')
    await second.send('Can you hear me?')
    await eventually(() => app.answers.count()).toBe(2)
    await second.untilAnswer('Yes.')
    expect(mock.journal()).toHaveLength(2)
  })
})
