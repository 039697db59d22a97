import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sharedCache } from '../../../src/pwa/shared-cache.ts'
import { receiveShared, sharedFiles } from '../../../src/pwa/shared-files.ts'
import { DEMO_TASK } from '../../../src/settings/demo-task.ts'
import { HOME } from '../../../src/ui/base/state/drafts.ts'
import { userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const box = () => page.getByRole('textbox', { name: 'Message' })

it('the demo opens a session with the suggested task in the composer, and Send starts it', async () => {
  const fake = makeFakeWorker()
  await openPage(fake)
  await expect.element(page.getByRole('heading', { name: 'Welcome to Reflexor' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add provider' })).toBeVisible()
  await page.getByRole('button', { name: 'Try the demo' }).click()
  await expect.element(box()).toHaveValue(DEMO_TASK)
  expect(fake.commands()[0]?.command).toMatchObject({ kind: 'create-session', providerId: 'demo', model: 'demo' })
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.element(page.getByRole('article', { name: 'You' })).toHaveTextContent(DEMO_TASK)
  await expect.element(box()).toHaveValue('')
})

it('the demo, pressed twice, made two sessions, each a row before its first message: it is one, listed when something is said in it', async () => {
  const fake = makeFakeWorker()
  const first = await openPage(fake)
  const demo = page.getByRole('button', { name: 'Try the demo' })
  const none = page.getByText('No sessions yet')
  // twice in one task, too
  await expect.element(demo).toBeVisible()
  for (let n = 0; n < 2; n++) (demo.element() as HTMLElement).click()
  await expect.element(box()).toHaveValue(DEMO_TASK)
  await expect.element(none).toBeVisible()
  await box().fill('Plan something else')
  await page.getByRole('button', { name: 'New session' }).click()
  await demo.click()
  await expect.element(box()).toHaveValue('Plan something else')
  first.dispose()
  // after a reload, too; with an emptied box the task is there again
  await openPage(fake, '#/', true)
  await demo.click()
  await expect.element(box()).toHaveValue('Plan something else')
  await box().fill('')
  await page.getByRole('button', { name: 'New session' }).click()
  await demo.click()
  await expect.element(box()).toHaveValue(DEMO_TASK)
  await expect.element(none).toBeVisible()
  expect(fake.commands().filter(({ command }) => command.kind === 'create-session').length).toBe(1)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.element(page.getByRole('article', { name: 'You' })).toHaveTextContent(DEMO_TASK)
  await expect.element(page.getByRole('navigation', { name: 'Sessions' }).getByRole('link')).toBeVisible()
})

it('who tried the demo and has no model yet finds its session on the start page, in place of what Reflexor is', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Hello')], { title: 'Three days in Lisbon' })
  await openPage(fake)
  // a phone does not show the list beside it
  await page.viewport(390, 844)
  const recent = page.getByRole('region', { name: 'Pick up where you left off' })
  await recent.getByRole('link', { name: /^Three days in Lisbon/ }).click()
  await expect.element(page.getByRole('article', { name: 'You' })).toHaveTextContent('Hello')
})

it('a session that does not exist says so and leads back', async () => {
  await openPage(makeFakeWorker(), '#/session/nowhere')
  await expect.element(page.getByText('Session not found')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the start' }).click()
  await expect.element(page.getByRole('heading', { name: 'Welcome to Reflexor' })).toBeVisible()
})

it('a session that was opened before it was there stayed "not found", though the list had it: it is shown as soon as it comes', async () => {
  const fake = makeFakeWorker()
  await openPage(fake, '#/session/late')
  await expect.element(page.getByText('Session not found')).toBeVisible()
  fake.addSession('late', [userRow(0, 'Hello from the copy')])
  fake.announceSessions()
  await expect.element(page.getByText('Hello from the copy')).toBeVisible()
  await expect.element(page.getByText('Session not found')).not.toBeInTheDocument()
})

it('safe mode tells the worker to run nothing and says so', async () => {
  const fake = makeFakeWorker('none')
  await openPage(fake, '#/safe')
  await expect.element(page.getByText('Safe mode: nothing is running')).toBeVisible()
  expect(fake.heard[0]).toMatchObject({ type: 'hello', safe: true })
})

it('a deleted session goes out of the list and comes back with Undo', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Hello')], { title: 'First one' })
  await openPage(fake)
  const link = page.getByRole('navigation', { name: 'Sessions' }).getByRole('link', { name: 'First one' })
  await expect.element(link).toBeVisible()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.element(link).not.toBeInTheDocument()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect.element(link).toBeVisible()
  expect(fake.commands().map(({ command }) => command.kind === 'input' && command.input.type)).toEqual([
    'user-delete-session',
    'user-restore-session',
  ])
})

it('a session is renamed in place', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [], { title: 'First one' })
  await openPage(fake)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const name = page.getByRole('textbox', { name: 'Session name' })
  await name.fill('Better name')
  ;(name.element() as HTMLInputElement).blur()
  await expect.element(page.getByRole('link', { name: 'Better name' })).toBeVisible()
})

it('a session was renamed by its menu alone: F2 does it too, and the focus stays in the list', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [], { title: 'First one' })
  await openPage(fake)
  const link = page.getByRole('navigation', { name: 'Sessions' }).getByRole('link')
  await expect.element(link).toBeVisible()
  ;(link.element() as HTMLElement).focus()
  await userEvent.keyboard('{F2}')
  const name = page.getByRole('textbox', { name: 'Session name' })
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('By a key{Enter}')
  await expect.element(link).toHaveTextContent('By a key')
  await expect.element(link).toHaveFocus()
  await userEvent.keyboard('{F2}Not so{Escape}')
  await expect.element(link).toHaveFocus()
  await expect.element(link).toHaveTextContent('By a key')
})

it('a name that was being written was taken half written when another session moved up, or replaced by the one that the model gave', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [], { title: 'First one' })
  fake.addSession('two', [], { title: 'Second one' })
  await openPage(fake)
  const list = page.getByRole('navigation', { name: 'Sessions' })
  const places = (): (string | null)[] =>
    list
      .elements()
      .flatMap((all) => [...all.querySelectorAll('[data-line]')].map((line) => line.getAttribute('data-line')))
  const touch = (id: string, at: number, title?: string): void => {
    fake.commit(id, { head: { activeAt: at, ...(title === undefined ? {} : { title }) } })
    fake.announceSessions()
  }
  touch('one', Date.now() + 1000)
  await expect.poll(places).toEqual(['one', 'two'])
  ;(list.getByRole('link').first().element() as HTMLElement).focus()
  await userEvent.keyboard('{F2}')
  const name = page.getByRole('textbox', { name: 'Session name' })
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('Half a na')
  touch('two', Date.now() + 2000)
  touch('one', Date.now() + 1000, 'What the model calls it')
  touch('one', Date.now() + 3000)
  touch('two', Date.now() + 4000)
  await userEvent.keyboard('me')
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveValue('Half a name')
  await userEvent.keyboard('{Enter}')
  await expect.element(list.getByRole('link', { name: 'Half a name' })).toBeVisible()
  // and then it stands where it belongs
  await expect.poll(places).toEqual(['two', 'one'])
})

it('in a tab that is left open the ages in the list never went on', async () => {
  const fake = makeFakeWorker()
  // of the same title: their ages tell them apart
  fake.addSession('one', [], { title: 'Twin', activeAt: Date.now() - 1000 })
  fake.addSession('two', [], { title: 'Twin', activeAt: Date.now() - 50 * 3_600_000 })
  fake.addSession('three', [], { title: 'Other', activeAt: Date.now() - 1000 })
  await openPage(fake)
  const links = page.getByRole('navigation', { name: 'Sessions' }).getByRole('link')
  const link = links.filter({ hasText: 'Twin' }).first()
  await expect.element(link).toHaveTextContent('just now')
  await expect.element(links.filter({ hasText: 'Twin' }).last()).toHaveTextContent('2 days ago')
  await expect.element(links.filter({ hasText: 'Other' })).toHaveTextContent(/^Other$/)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2.5 * 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  // as after a sleep
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(link).toHaveTextContent('2 hours ago')
})

it('a storage that cannot be used is a screen of its own: what is safe and what to do', async () => {
  const fake = makeFakeWorker()
  await openPage(fake)
  fake.fault({ kind: 'newer-data', message: 'Newer data.', safe: 'All of it.', advice: 'Reload.' })
  await expect.element(page.getByRole('alert')).toHaveTextContent('All of it.')
  await expect.element(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
})

it('a newer version in another tab threw away a half-filled form of this one, that was asked to reload: it stays, and the page says that it saves no more', async () => {
  const fake = makeFakeWorker()
  const opened = await openPage(fake)
  await page.getByRole('button', { name: 'Add provider' }).first().click()
  await page.getByRole('combobox', { name: 'Provider' }).selectOptions('Other (OpenAI-compatible)')
  const address = page.getByRole('textbox', { name: 'Base URL' })
  await address.fill('https://half.example')
  // as a service worker that has come does where a form would be lost
  opened.offerUpdate(() => {})
  fake.fault({ kind: 'newer-data', message: 'This tab saves nothing more.', safe: 'All of it.', advice: 'Reload.' })
  await expect.poll(() => document.body.textContent).toContain('This tab saves nothing more.')
  await expect.element(address).toHaveValue('https://half.example')
  await page.getByRole('button', { name: 'Close' }).click()
  const prompt = page.getByRole('status', { name: 'New version' })
  await expect.element(prompt.getByRole('button', { name: 'Reload' })).toBeVisible()
  expect(document.querySelector('.fault-screen')).toBe(null)
})

it('a message that breaks the protocol is a visible fault, never silence', async () => {
  const fake = makeFakeWorker()
  await openPage(fake)
  await expect.element(page.getByRole('heading', { name: 'Welcome to Reflexor' })).toBeVisible()
  fake.sendRaw({ type: 'delta', sessionId: 3 })
  await expect.element(page.getByRole('alert')).toHaveTextContent('Couldn’t read')
})

it('a new version waits for the word of the person', async () => {
  const opened = await openPage(makeFakeWorker())
  let applied = 0
  opened.offerUpdate(() => {
    applied++
  })
  const status = page.getByRole('status', { name: 'New version' })
  await expect.element(status).toBeVisible()
  expect(applied).toBe(0)
  await status.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => applied).toBe(1)
})

it('the start page greeted who has a model to ask with "Welcome": it takes the first message, and only that makes a session', async () => {
  const fake = makeFakeWorker()
  const provider = { id: 'p', kind: 'anthropic', label: 'Mine', baseUrl: 'https://x.example', model: 'm' } as const
  fake.providers = [{ ...provider, models: ['m', 'other'], createdAt: 1, hasKey: true }]
  fake.addSession('one', [userRow(0, 'Hello')], { title: 'Rivers' })
  const first = await openPage(fake)
  await expect.element(page.getByRole('heading', { name: 'What can I help with?' })).toBeVisible()
  // the list beside it shows them already
  await expect.element(page.getByRole('button', { name: /^Run code/ })).toBeVisible()
  expect(page.getByRole('region', { name: 'Pick up where you left off' }).elements()).toEqual([])
  await page.viewport(390, 844)
  await expect.element(page.getByRole('heading', { name: 'Welcome to Reflexor' })).not.toBeInTheDocument()
  const recent = page.getByRole('region', { name: 'Pick up where you left off' })
  await expect.element(recent.getByRole('link', { name: 'Rivers' })).toBeVisible()
  await page.viewport(1280, 800)
  await page.getByRole('button', { name: /^Run code/ }).click()
  await expect.poll(() => (box().element() as HTMLTextAreaElement).value).toMatch(/^Work this out/)
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Message')
  await box().fill('Count the rivers')
  first.dispose()
  // half a thought survives a reload, although there is no session yet
  await openPage(fake, '#/', true)
  await expect.element(box()).toHaveValue('Count the rivers')
  const next = page.getByRole('button', { name: 'Model of the next session' })
  await next.click()
  await page
    .getByRole('option', { name: /^other/ })
    .first()
    .click()
  await expect.element(next).toHaveTextContent('other')
  await page.getByRole('combobox', { name: 'Thinking' }).selectOptions('high')
  expect(fake.commands()).toEqual([])
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.element(page.getByRole('article', { name: 'You' })).toHaveTextContent('Count the rivers')
  expect(fake.commands().map(({ command }) => command)).toMatchObject([
    { kind: 'create-session', providerId: 'p', model: 'other', thinking: 'high' },
    { kind: 'input', input: { type: 'user-send-message', content: [{ type: 'text', text: 'Count the rivers' }] } },
  ])
  await expect.element(box()).toHaveValue('')
  // the start page's box is empty again
  await page.getByRole('button', { name: 'New session' }).click()
  await expect.element(page.getByRole('heading', { name: 'What can I help with?' })).toBeVisible()
  await expect.element(box()).toHaveValue('')
  // the model used last is the next one
  await expect.element(next).toHaveTextContent('other')
})

it('sessions are found by day; pinned ones stand first, archived ones are out of the way and come back', async () => {
  const fake = makeFakeWorker()
  const day = 86_400_000
  for (const [id, age] of [
    ['now', 0],
    ['old', 400],
    ['week', 4],
  ] as const)
    fake.addSession(id, [userRow(0, 'Go')], { title: `Of ${id}`, timestamp: Date.now() - age * day })
  await openPage(fake)
  const list = page.getByRole('navigation', { name: 'Sessions' })
  const lines = () =>
    [...list.element().querySelectorAll('.session-group, .session-title')].map((each) => each.textContent)
  const year = String(new Date(Date.now() - 400 * day).getFullYear())
  await expect.poll(lines).toEqual(['Today', 'Of now', 'Previous 7 days', 'Of week', year, 'Of old'])
  const choose = async (title: string, action: string) => {
    await list.getByRole('listitem').filter({ hasText: title }).getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Of old', 'Pin')
  await expect.poll(lines).toEqual(['Pinned', 'Of old', 'Today', 'Of now', 'Previous 7 days', 'Of week'])
  await choose('Of week', 'Archive')
  await expect.poll(lines).toEqual(['Pinned', 'Of old', 'Today', 'Of now', ' Archived (1)'])
  await list.getByRole('button', { name: 'Archived (1)' }).click()
  await expect.poll(lines).toEqual(['Pinned', 'Of old', 'Today', 'Of now', ' Archived (1)', 'Of week'])
  await choose('Of week', 'Unarchive')
  await expect.poll(lines).toEqual(['Pinned', 'Of old', 'Today', 'Of now', 'Previous 7 days', 'Of week'])
})

it('everything can be done by name: the commands, and "?" for the keys', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Hello')], { title: 'Rivers of Asia' })
  await openPage(fake)
  await userEvent.keyboard('{Control>}k{/Control}')
  const commands = page.getByRole('dialog', { name: 'Commands' })
  const command = commands.getByRole('combobox', { name: 'Command' })
  await expect.element(command).toHaveFocus()
  // that there is none stands where the eye is, beneath the words: it stood at the bottom
  await command.fill('zzzz')
  const none = commands.getByText('No settings found.')
  await expect.element(none).toBeVisible()
  const bottom = command.element().getBoundingClientRect().bottom
  expect(none.element().getBoundingClientRect().top - bottom).toBeLessThan(24)
  await command.fill('set usa')
  await expect.element(commands.getByRole('option')).toHaveTextContent('Settings: Usage')
  await userEvent.keyboard('{Enter}')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await expect.element(settings.getByRole('tab', { name: 'Usage' })).toHaveAttribute('aria-selected', 'true')
  await settings.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.element(settings).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  await command.fill('rivers')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Rivers of Asia' })).toBeVisible()
  // typed into the box it is a question mark
  await box().fill('')
  await box().click()
  await userEvent.keyboard('?')
  await expect.element(box()).toHaveValue('?')
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('?')
  await expect.element(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible()
})

it('the key up, right after the palette came, reached the last line that was drawn and not the last command', async () => {
  await openPage(makeFakeWorker())
  const commands = page.getByRole('dialog', { name: 'Commands' })
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(commands.getByRole('option', { name: 'Keyboard shortcuts' })).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(commands).not.toBeInTheDocument()
  const key = (init: KeyboardEventInit) =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
    )
  // its code is here by now: it comes in the very event, and nothing is drawn before the next
  key({ key: 'k', ctrlKey: true })
  const few = document.querySelectorAll('[role="option"]').length
  key({ key: 'ArrowUp' })
  const last = document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')
  expect(last?.textContent).toContain('Keyboard shortcuts')
  expect(document.querySelectorAll('[role="option"]').length).toBeGreaterThan(few)
  const list = last?.closest('dialog')?.getBoundingClientRect()
  expect(last?.getBoundingClientRect().bottom).toBeLessThanOrEqual(list?.bottom ?? 0)
})

it('adding the first provider made an empty session with a row of its own: one stands on the start page, in the box, and its model is asked', async () => {
  const fake = makeFakeWorker()
  await openPage(fake)
  const dialog = page.getByRole('dialog', { name: 'Add provider' })
  const add = async (model: string) => {
    await page.getByRole('button', { name: 'Add provider' }).click()
    await dialog.getByRole('combobox', { name: 'Provider' }).selectOptions('Other (OpenAI-compatible)')
    await dialog.getByRole('textbox', { name: 'Base URL' }).fill('http://localhost:11434/v1')
    await dialog.getByRole('combobox', { name: 'Model' }).fill(model)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { name: 'What can I help with?' })).toBeVisible()
    await expect.element(box()).toHaveFocus()
    await expect.element(page.getByRole('button', { name: 'Model of the next session' })).toHaveTextContent(model)
  }
  await add('first-model')
  await box().fill('Hello')
  // one that is added later is asked next, too, and the words stay
  await add('second-model')
  await expect.element(box()).toHaveValue('Hello')
  expect(fake.commands()).toEqual([])
  await expect.element(page.getByText('No sessions yet')).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.element(page.getByRole('article', { name: 'You' })).toHaveTextContent('Hello')
  expect(fake.commands()[0]?.command).toMatchObject({ kind: 'create-session', model: 'second-model' })
})

it('the first visit had no box: a message is typed and sent, a key is asked for, and Save sends it, over a reload in the middle', async () => {
  const first = await openPage(makeFakeWorker())
  await expect.element(page.getByRole('heading', { name: 'Welcome to Reflexor' })).toBeVisible()
  await box().fill('Plan my week')
  await page.getByRole('button', { name: 'Send' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add provider' })
  await expect.element(dialog.getByText('Your message is sent when you save.')).toBeVisible()
  first.dispose()

  const fake = makeFakeWorker()
  await openPage(fake, '#/', true)
  await expect.element(dialog.getByText('Your message is sent when you save.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'API key' }).fill('sk-proj-abc')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('article', { name: 'You' })).toHaveTextContent('Plan my week')
  const commands = fake.commands().map(({ command }) => command)
  expect(commands.map(({ kind }) => kind)).toEqual(['create-session', 'input'])
  expect(commands[0]).toMatchObject({ model: 'gpt-6-sol' })
  // it is sent once: the start page is empty again
  location.hash = '#/'
  await expect.element(page.getByRole('heading', { name: 'What can I help with?' })).toBeVisible()
  await expect.element(box()).toHaveValue('')
  expect(fake.commands().length).toBe(2)
})

it('a first message whose dialog is closed stays in the box and is not sent by a later Save; the demo takes it, too', async () => {
  const fake = makeFakeWorker()
  await openPage(fake)
  await box().fill('Plan my week')
  await page.getByRole('button', { name: 'Send' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add provider' })
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(box()).toHaveValue('Plan my week')
  await page.getByRole('button', { name: 'Add provider' }).click()
  await expect.element(dialog).toBeVisible()
  await expect.element(dialog.getByText('Your message is sent when you save.')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  expect(fake.commands()).toEqual([])

  await page.getByRole('button', { name: 'Send' }).click()
  await dialog.getByRole('button', { name: 'Send it to the demo' }).click()
  await expect.element(page.getByRole('article', { name: 'You' })).toHaveTextContent('Plan my week')
  expect(fake.commands().map(({ command }) => command.kind)).toEqual(['create-session', 'input'])
  location.hash = '#/'
  await expect.element(box()).toHaveValue('')
})

it('"Try the demo" left what was typed on the first visit behind: the demo answers it', async () => {
  const fake = makeFakeWorker()
  await openPage(fake)
  await box().fill('Plan my week')
  await page.getByRole('button', { name: 'Try the demo' }).click()
  await expect.element(page.getByRole('article', { name: 'You' })).toHaveTextContent('Plan my week')
  expect(fake.commands()[0]?.command).toMatchObject({ kind: 'create-session', providerId: 'demo' })
})

it('what was shared before there is a model waited unseen: it is in the box of the first visit, and what was left out is said', async () => {
  const scope = new URL('./', location.href).href
  onTestFinished(async () => void (await caches.delete(sharedCache(scope))))
  const body = new FormData()
  for (let n = 1; n <= 21; n++) body.append('files', new File(['x'], `${n}.txt`, { type: 'text/plain' }))
  await receiveShared(new Request(`${scope}share`, { method: 'POST', body }), scope, Date.now())
  await openPage(makeFakeWorker())
  const chips = page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
  await expect.poll(() => chips.elements().length).toBe(20)
  const notice = page.getByRole('status', { name: 'Notice' })
  await expect.element(notice).toHaveTextContent('Left out (limit 20 files in total): 21.txt')
  await expect.poll(() => sharedFiles(scope)).toEqual([])
})

it('texts that a kill had left waited unseen for a model: one is in the box of the first visit, others are offered above it', async () => {
  const fake = makeFakeWorker()
  const keep = (tab: string) => fake.drafts.set(`${HOME}:${tab}`, { id: tab, text: `Words of ${tab}`, at: 5, tab })
  keep('one')
  const first = await openPage(fake)
  await expect.element(box()).toHaveValue('Words of one')
  first.dispose()
  keep('two')
  keep('three')
  await openPage(fake)
  for (const tab of ['two', 'three']) await expect.element(page.getByText(`Words of ${tab}`)).toBeVisible()
})
