import { describe, expect, it } from 'vitest'
import { type App, eventually, visibleText } from '../support/app.ts'
import { makeGate } from '../support/gate.ts'
import { heldUntil, stuck } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()

const row = (app: App, title: string) => app.sessions.getByRole('listitem').filter({ hasText: title })
async function choose(app: App, title: string, action: 'Rename' | 'Delete'): Promise<void> {
  await row(app, title).hover()
  await row(app, title).getByRole('button', { name: 'Actions', exact: true }).click()
  await app.page.getByRole('menuitem', { name: action, exact: true }).click()
}
/** A session with one question and one answer; its link carries `title`. */
async function talk(app: App, title: string): Promise<void> {
  await app.send(title)
  await app.untilAnswer('Noted.')
  await app.untilStatus('Idle')
  await app.sessions.getByRole('link', { name: title }).waitFor()
}

describe('sessions', () => {
  it('are made, named after their first message, opened by their link, renamed', async () => {
    const { app, mock } = scene
    mock.setScript([{ text: 'Noted.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await talk(app, 'Apples and pears')
    await app.newSession()
    await eventually(() => app.questions.count()).toBe(0)
    await talk(app, 'Plums and cherries')
    await row(app, 'Apples').getByRole('link').click()
    await eventually(() => app.questionTexts()).toEqual(['Apples and pears'])

    await choose(app, 'Apples', 'Rename')
    await app.page.getByRole('textbox', { name: 'Session name' }).fill('Fruit')
    await app.page.keyboard.press('Enter')
    await app.sessions.getByRole('link', { name: 'Fruit' }).waitFor()
    await app.page.reload()
    await app.sessions.getByRole('link', { name: 'Fruit' }).waitFor()
    await eventually(() => app.questionTexts()).toEqual(['Apples and pears'])
    await eventually(() => app.sessions.getByRole('link').count()).toBe(2)
    expect(mock.journal()).toHaveLength(2)
  })

  it('come back with Undo after Delete, whole; without it they are gone', async () => {
    const { app, mock } = scene
    mock.setScript([{ text: 'Noted.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await talk(app, 'Precious')
    await choose(app, 'Precious', 'Delete')
    await eventually(() => app.sessions.getByRole('link').count()).toBe(0)
    await app.page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click()
    await app.sessions.getByRole('link', { name: 'Precious' }).click()
    await app.untilAnswer('Noted.')

    await choose(app, 'Precious', 'Delete')
    await eventually(() => app.sessions.getByRole('link').count()).toBe(0)
    await app.page.reload()
    await app.button('New session').waitFor()
    await eventually(() => visibleText(app.sessions)).toBe('No sessions yet')
  })

  it('go on undisturbed while another one is opened', async () => {
    const { app, mock } = scene
    const back = makeGate()
    mock.setScript([heldUntil(back.opened, 80)])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Count to eighty')
    await app.untilAnswer('word3')
    await app.newSession()
    await eventually(() => app.questions.count()).toBe(0)
    await app.page.goBack()
    await app.untilAnswer('word9')
    back.open()
    await app.untilAnswer('word80')
    await app.untilStatus('Idle')
    // in one go: the answer was neither cut off nor paid for twice
    await eventually(() => mock.journal()[0]?.finished).toBe(true)
    expect(mock.journal()).toHaveLength(1)
  })

  it('a deleted session in the middle of a run asks nothing any more', async () => {
    const { app, mock } = scene
    mock.setScript([stuck(60)])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Runaway')
    await app.untilAnswer('word3')
    await choose(app, 'Runaway', 'Delete')
    await eventually(() => mock.journal()[0]?.disconnected, 'the provider sees that nobody listens').toBe(true)
    expect(mock.journal()).toHaveLength(1)
  })

  it('an address of a session that does not exist says so, and leads back', async () => {
    const app = await scene.openTab('#/session/never-was')
    await app.page.getByRole('alert').getByText('Session not found').waitFor()
    await app.page.getByRole('link', { name: 'Back to the start' }).click()
    await app.page.getByRole('heading', { name: 'Welcome to Reflexor' }).waitFor()
  })

  it('an address that means nothing says so', async () => {
    const app = await scene.openTab('#/session/<script>')
    await app.page.getByRole('alert').getByText('Page not found').waitFor()
  })
})

describe('the composer', () => {
  it('refuses a message of 5 MB beside the box, keeps the text, and stays usable', async () => {
    const { app, mock } = scene
    mock.setScript([{ text: 'Noted.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    const huge = `${'five megabytes of it '.repeat(500)}\n`.repeat(500)
    // at once, as a paste or a drop does it; typing so many lines takes Chromium minutes in any text area
    await app.composer.evaluate((box, text) => {
      const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')
      value?.set?.call(box, text)
      box.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }, huge)
    await app.button('Send').click()
    await app.page
      .getByRole('alert')
      .getByText(/too long \(5\.\d MB,/)
      .waitFor()
    expect((await app.composer.inputValue()).length).toBe(huge.length)
    await eventually(() => app.questions.count()).toBe(0)
    await talk(app, 'A short one')
    expect(mock.journal()).toHaveLength(1)
  })
})
