import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notificationsOf, readClick, type Tab } from '../../../src/pwa/notifications.ts'

type FakeTab = Tab & { heard: unknown[]; focused: number }
const tab = (visibilityState: DocumentVisibilityState, focus?: () => Promise<unknown>): FakeTab => {
  const made: FakeTab = {
    visibilityState,
    heard: [],
    focused: 0,
    focus: async () => {
      made.focused++
      await focus?.()
    },
    postMessage: (message) => made.heard.push(message),
  }
  return made
}
function scopeWith(...tabs: FakeTab[]) {
  /** Of what is asked of the browser; how long it takes to show one. */
  const order: string[] = []
  let showing: Promise<void> = Promise.resolve()
  const opened: string[] = []
  const shown: { title: string; options: NotificationOptions & { actions?: unknown } }[] = []
  const notifications = notificationsOf({
    clients: {
      matchAll: async () => tabs,
      openWindow: async (url) => opened.push(url),
    },
    registration: {
      scope: 'https://app.test/below/',
      showNotification: async (title, options) => {
        order.push('show')
        await showing
        order.push('shown')
        shown.push({ title, options })
      },
      getNotifications: async ({ tag }) => {
        order.push('list')
        const forget = (): void => {
          for (const one of shown.filter(({ options }) => options.tag === tag)) shown.splice(shown.indexOf(one), 1)
        }
        // as Chromium does it: by their tag, in its own time
        return shown
          .filter(({ options }) => options.tag === tag)
          .map(() => ({ close: () => void setTimeout(forget, 50) }))
      },
    },
  })
  const slow = (): (() => void) => {
    let done = (): void => {}
    showing = new Promise((resolve) => {
      done = resolve
    })
    return done
  }
  return { ...notifications, opened, shown, order, slow }
}

const wanted = {
  type: 'show-notification',
  sessionId: 's1',
  title: 'Approve write_file?',
  text: 'Notes: {}',
  tag: 'session-s1',
  answers: [
    { label: 'Approve', answer: { decision: 'approve' } },
    { label: 'Deny', answer: { decision: 'deny' } },
  ],
} as const
const data = { sessionId: 's1', answers: wanted.answers.map(({ answer }) => answer) }
const click = (action = '') => ({ notification: { data, close: vi.fn() }, action })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a notification', () => {
  it('that was answered while it was being shown stayed; and one that is being shown is forgotten by a browser that lists them', async () => {
    const scope = scopeWith(tab('hidden'))
    const done = scope.slow()
    const show = scope.show({ ...wanted, answers: [...wanted.answers] })
    const withdraw = scope.withdraw({ type: 'withdraw-notification', tag: 'session-s1' })
    await vi.advanceTimersByTimeAsync(100)
    expect(scope.order).toEqual(['show'])
    done()
    await vi.advanceTimersByTimeAsync(100)
    await Promise.all([show, withdraw])
    expect(scope.order).toEqual(['show', 'shown', 'list'])
    expect(scope.shown).toEqual([])
  })

  it('that is shown right after one of its tag was taken back went with it', async () => {
    const scope = scopeWith(tab('hidden'))
    await scope.show({ ...wanted, answers: [...wanted.answers] })
    const withdraw = scope.withdraw({ type: 'withdraw-notification', tag: 'session-s1' })
    const show = scope.show({ ...wanted, title: 'Notes', text: 'It is done.', answers: [] })
    await vi.advanceTimersByTimeAsync(1000)
    await Promise.all([withdraw, show])
    expect(scope.shown.map(({ title }) => title)).toEqual(['Notes'])
  })

  it('is shown with its buttons while no tab of the app is in sight, and not otherwise', async () => {
    const hidden = scopeWith(tab('hidden'), tab('hidden'))
    await hidden.show({ ...wanted, answers: [...wanted.answers] })
    expect(hidden.shown).toMatchObject([
      {
        title: 'Approve write_file?',
        options: {
          body: 'Notes: {}',
          tag: 'session-s1',
          data,
          actions: [
            { action: '0', title: 'Approve' },
            { action: '1', title: 'Deny' },
          ],
        },
      },
    ])
    const seen = scopeWith(tab('hidden'), tab('visible'))
    await seen.show({ ...wanted, answers: [] })
    expect(seen.shown).toEqual([])
  })

  it('clicked: brings a tab forward and tells it which session', async () => {
    const first = tab('hidden')
    const seen = tab('visible')
    const { clicked, opened } = scopeWith(first, seen)
    const event = click()
    await clicked(event)
    expect(event.notification.close).toHaveBeenCalled()
    expect(seen.heard).toEqual([{ type: 'notification-click', sessionId: 's1', answer: null }])
    expect([seen.focused, first.focused, first.heard, opened]).toEqual([1, 0, [], []])
  })

  it.each([
    ['0', { decision: 'approve' }],
    ['1', { decision: 'deny' }],
    ['7', null],
    ['constructor', null],
  ])('button %s: hands its answer to a tab', async (action, answer) => {
    const only = tab('hidden')
    const { clicked } = scopeWith(only)
    await clicked(click(action))
    expect(only.heard).toEqual([{ type: 'notification-click', sessionId: 's1', answer }])
  })

  it('a button: a frozen tab hears nothing, so another one is told, and the only one is woken', async () => {
    const asleep: FakeTab = Object.assign(tab('hidden'), { lifecycleState: 'frozen' as const })
    const awake: FakeTab = Object.assign(tab('hidden'), { lifecycleState: 'active' as const })
    await scopeWith(asleep, awake).clicked(click('0'))
    expect([asleep.heard.length, awake.heard.length, awake.focused]).toEqual([0, 1, 0])
    await scopeWith(asleep).clicked(click('0'))
    expect([asleep.heard.length, asleep.focused]).toEqual([1, 1])
  })

  it('a button: its answer was posted to a frame that the page shows, where nobody hears it, and is handed to the page', async () => {
    const frame: FakeTab = Object.assign(tab('visible'), { frameType: 'nested' })
    const whole: FakeTab = Object.assign(tab('visible'), { frameType: 'top-level' })
    await scopeWith(frame, whole).clicked(click('0'))
    expect([frame.heard.length, whole.heard.length]).toEqual([0, 1])
  })

  it('a button counts also where the browser refuses to bring the page forward', async () => {
    const only = tab('hidden', () => Promise.reject(new DOMException('not now', 'InvalidAccessError')))
    const { clicked } = scopeWith(only)
    await clicked(click())
    await clicked(click('0'))
    expect(only.heard).toHaveLength(2)
  })

  it('without any tab: opens the session and hands the answer over when the page says that it listens', async () => {
    const { clicked, listening, opened } = scopeWith()
    const handed = clicked(click('1'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(opened).toEqual(['https://app.test/below/#/session/s1'])
    const page = tab('visible')
    listening(page)
    await handed
    expect(page.heard).toEqual([{ type: 'notification-click', sessionId: 's1', answer: { decision: 'deny' } }])
    listening(page)
    expect(page.heard).toHaveLength(1)
  })

  it('without any tab that ever listens: gives up, and a page of another day hears nothing', async () => {
    const { clicked, listening } = scopeWith()
    const handed = clicked(click('0'))
    await vi.advanceTimersByTimeAsync(30_000)
    await handed
    const page = tab('visible')
    listening(page)
    expect(page.heard).toEqual([])
  })
})

describe('what a page reads of a click', () => {
  it.each([[null], ['x'], [{}], [{ type: 'SKIP_WAITING' }], [{ type: 'notification-click' }]])('%j: nothing', (raw) => {
    expect(readClick(raw)).toBeNull()
  })
  it('one without an answer is one on the notification itself', () => {
    const plain = { type: 'notification-click', sessionId: 's' }
    expect(readClick(plain)).toEqual({ ...plain, answer: null })
  })
})
