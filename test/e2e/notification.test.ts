import type { Worker } from 'playwright-core'
import { expect, it } from 'vitest'
import { type App, eventually, pressArmed, visibleText } from '../support/app.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene({ installed: true })
const write = (content: string) => ({ name: 'write_file', arguments: { path: 'note.md', content } })

type Shown = { title: string; body: string; buttons: string[] }
/** What is used of a service worker's own scope. */
type Tab = { postMessage: (message: unknown) => void }
type Scope = {
  registration: {
    getNotifications: (of?: object) => Promise<(Notification & { actions: { title: string; action: string }[] })[]>
    showNotification: (title: string, options: object) => Promise<void>
  }
  clients: { matchAll: (options: { type: 'window' }) => Promise<Tab[]> }
  NotificationEvent: new (type: string, options: { notification: Notification; action: string }) => Event
  dispatchEvent: (event: Event) => boolean
}

const serviceWorker = async (): Promise<Worker> => {
  const { context } = scene.browser
  return context.serviceWorkers().at(-1) ?? (await context.waitForEvent('serviceworker'))
}
/** What the browser shows outside the page. */
const shown = async (): Promise<Shown[]> =>
  (await serviceWorker()).evaluate(async () => {
    const scope = self as unknown as Scope
    const all = await scope.registration.getNotifications()
    return all.map((each) => ({
      title: each.title,
      body: each.body,
      buttons: each.actions.map(({ title }) => title),
    }))
  })
/**
 * As the browser tells the service worker of a press; it lets no page do that, and takes no answer from one that it did
 * not make.
 */
const press = async (button: string): Promise<void> =>
  (await serviceWorker()).evaluate(async (label) => {
    const scope = self as unknown as Scope
    const [notification] = await scope.registration.getNotifications()
    if (notification === undefined) throw new Error('nothing is shown')
    const action = notification.actions.find(({ title }) => title === label)?.action ?? ''
    const event = new scope.NotificationEvent('notificationclick', { notification, action })
    Object.defineProperty(event, 'waitUntil', { value: () => {} })
    scope.dispatchEvent(event)
  }, button)
/**
 * The person looks at something else; a browser without a screen would say that every page is in sight. And what is
 * shown is listed only between two showings from then on: Chromium forgets for good what it is about to show when it
 * lists meanwhile, which this test does all the time.
 */
const lookAway = async ({ page }: App): Promise<void> => {
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true }))
  await (await serviceWorker()).evaluate(() => {
    const { clients, registration } = self as unknown as Scope
    const all = clients.matchAll.bind(clients)
    const unseen = (client: Tab) => ({
      visibilityState: 'hidden',
      postMessage: (message: unknown) => client.postMessage(message),
      focus: () => Promise.reject(new DOMException('not of a person', 'InvalidAccessError')),
    })
    Object.assign(clients, { matchAll: async () => (await all({ type: 'window' })).map(unseen) })
    let last: Promise<unknown> = Promise.resolve()
    const inTurn =
      <Given extends unknown[], Value>(act: (...given: Given) => Promise<Value>) =>
      (...given: Given): Promise<Value> => {
        const done = last.then(() => act(...given))
        last = done.catch(() => {})
        return done
      }
    Object.assign(registration, {
      showNotification: inTurn(registration.showNotification.bind(registration)),
      getNotifications: inTurn(registration.getNotifications.bind(registration)),
    })
  })
}

it('a call that needs approval calls the person who looks elsewhere, and is answered by a button of the notification', async () => {
  const { app, mock, browser } = scene
  await browser.context.grantPermissions(['notifications'], { origin: new URL(scene.site.url).origin })
  mock.setScript([
    { toolCalls: [write('in sight')] },
    { text: 'One.' },
    { toolCalls: [write('short')] },
    { text: 'Two.' },
    { toolCalls: [write('a long text '.repeat(40))] },
    { text: 'Three.' },
    { toolCalls: [write('answered in the page')] },
    { text: 'Four.' },
  ])
  await app.button('Settings').click()
  const settings = app.page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Tools', exact: true }).click()
  await settings
    .getByRole('combobox', { name: 'Approval of Write file', exact: true })
    .selectOption({ label: 'Asks first' })
  await app.page.keyboard.press('Escape')
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const card = app.toolCalls('write_file')
  const approve = card.last().getByRole('button', { name: 'Approve', exact: true })
  await app.send('Write it down')
  await pressArmed(approve)
  await app.untilAnswer('One.')
  // the page was in sight and said it itself
  expect(await shown()).toEqual([])

  await lookAway(app)
  await app.send('Again')
  await eventually(shown, 'the notification').toEqual([
    {
      title: 'Approve write_file?',
      body: 'Write it down: {"path":"note.md","content":"short"}',
      buttons: ['Approve', 'Deny'],
    },
  ])
  await press('Approve')
  await app.untilAnswer('Two.')
  await eventually(() => visibleText(card)).toContain('Done')
  // the question is gone; what is said in its place is that the run is over, and the tab says that there is news
  await eventually(shown, 'the end').toEqual([{ title: 'Write it down', body: 'It is done.', buttons: [] }])
  await eventually(() => app.page.title()).toBe('(1) Write it down · Reflexor')

  // not all of it can be read there, so it is not approved there
  await app.send('More')
  await eventually(async () => (await shown()).map(({ buttons }) => buttons), 'the buttons').toEqual([['Deny']])
  await press('Deny')
  await app.untilAnswer('Three.')
  await eventually(() => visibleText(card)).toContain('Denied')

  // answered elsewhere: it is taken back
  await app.send('And more')
  await eventually(async () => (await shown()).map(({ title }) => title), 'the notification').toEqual([
    'Approve write_file?',
  ])
  await pressArmed(approve)
  await app.untilAnswer('Four.')
  await eventually(shown, 'what is still shown').toEqual([{ title: 'Write it down', body: 'It is done.', buttons: [] }])
  expect(mock.journal()).toHaveLength(8)
})
