import { describe, expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { makeGate } from '../support/gate.ts'
import type { MockRequest } from '../support/mock-provider.ts'
import { heldUntil, stuck } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()

/** Roles and texts of a request, without the system prompt. */
const said = (request: MockRequest | undefined): string[] =>
  (request?.body.messages ?? [])
    .filter(({ role }) => role !== 'system')
    .map(({ role, content }) => `${role}: ${typeof content === 'string' ? content : JSON.stringify(content)}`)

describe('a message during a run', () => {
  it('Steer joins at the next turn, Follow up when the run would end', async () => {
    const { app, mock } = scene
    const call = { name: 'list_files', arguments: {} }
    const queued = makeGate()
    mock.setScript([
      { ...heldUntil(queued.opened, 60), toolCalls: [call] },
      { text: 'Steered.' },
      { text: 'Followed up.' },
    ])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Begin')
    await app.untilAnswer('word3')
    await app.send('At the very end', 'Follow up')
    await app.send('Before you go on', 'Steer')
    const queue = app.page.getByRole('list', { name: 'Queued messages' })
    await eventually(() => queue.getByRole('listitem').count()).toBe(2)
    queued.open()
    await app.untilAnswer('Followed up.')
    await app.untilStatus('Idle')

    expect(mock.journal()).toHaveLength(3)
    const [, steered, followed] = mock.journal().map(said)
    // the result of the tool first, then the steering, nothing of the follow-up yet
    expect(steered?.at(-2)).toMatch(/^tool: /)
    expect(steered?.at(-1)).toBe('user: Before you go on')
    expect(steered?.join()).not.toContain('At the very end')
    expect(followed?.slice(-2)).toEqual(['assistant: Steered.', 'user: At the very end'])
    await eventually(() => app.questionTexts()).toEqual(['Begin', 'Before you go on', 'At the very end'])
  })

  it('Now is asked at once, while the first answer goes on', async () => {
    const { app, mock } = scene
    const asked = makeGate()
    mock.setScript([heldUntil(asked.opened, 60), { text: 'At once.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Begin')
    await app.untilAnswer('word3')
    await app.send('Quick question', 'Now')
    await eventually(() => mock.journal().length).toBe(2)
    expect(mock.journal()[0]?.finished).toBe(false)
    expect(mock.journal()[0]?.disconnected).toBe(false)
    await app.conversation.getByText('At once.').waitFor()
    asked.open()
    await app.untilStatus('Idle')
    await eventually(() => mock.journal()[0]?.finished, 'the first answer came to its end').toBe(true)
    await app.conversation.getByText('At once.').waitFor()
    await app.conversation.getByText('word60').waitFor()
    expect(said(mock.journal()[1]).at(-1)).toContain('Quick question')
  })

  it('Interrupt cuts the answer off and joins with what had been said', async () => {
    const { app, mock } = scene
    mock.setScript([stuck(60), { text: 'As you wish.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Begin')
    await app.untilAnswer('word5')
    await app.send('Stop that, do this', 'Interrupt')
    await app.untilAnswer('As you wish.')
    await app.untilStatus('Idle')
    expect(mock.journal()).toHaveLength(2)
    await eventually(() => mock.journal()[0]?.disconnected).toBe(true)
    const [begin, partial, last] = said(mock.journal()[1])
    expect(begin).toBe('user: Begin')
    expect(partial).toMatch(/^assistant: word1 word2/)
    expect(partial).not.toContain('word60')
    expect(last).toContain('Stop that, do this')
  })

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
    await queued.filter({ hasText: 'Not that, after all' }).getByRole('button', { name: 'Remove' }).click()
    await eventually(() => queued.count()).toBe(0)
    await eventually(() => app.composer.inputValue()).toBe('Not that, after all')
    takenBack.open()
    await app.untilAnswer('word60')
    await app.untilStatus('Idle')
    await eventually(() => app.questionTexts()).toEqual(['Begin'])
    expect(mock.journal()).toHaveLength(2)
  })
})
