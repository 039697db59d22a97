import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerServiceWorker as register, type ServiceWorkerOptions } from '../../../src/pwa/register.ts'

const made = vi.hoisted(() => ({
  scripts: [] as string[],
  listeners: new Map<string, () => void>(),
  skipped: 0,
  updates: 0,
  register: () => Promise.resolve(),
}))

vi.mock('workbox-window', () => ({
  Workbox: class {
    constructor(script: string) {
      made.scripts.push(script)
    }
    addEventListener(name: string, listener: () => void): void {
      made.listeners.set(name, listener)
    }
    messageSkipWaiting(): void {
      made.skipped += 1
    }
    register(): Promise<void> {
      return made.register()
    }
    update(): Promise<void> {
      made.updates += 1
      return Promise.reject(new Error('offline'))
    }
  },
}))

type FakeContainer = EventTarget & { controller: object | null; startMessages: () => void }
/** Of those that are not kept by themselves. */
type Field = { value: string }
let container: FakeContainer
let page: EventTarget & { visibilityState: string; querySelectorAll: () => Field[] }
let fields: Field[] = []
const reload = vi.fn()

beforeEach(() => {
  container = Object.assign(new EventTarget(), { controller: null, startMessages: () => undefined })
  fields = []
  page = Object.assign(new EventTarget(), { visibilityState: 'visible', querySelectorAll: () => fields })
  const global = new EventTarget()
  vi.stubGlobal('addEventListener', global.addEventListener.bind(global))
  vi.stubGlobal('dispatchEvent', global.dispatchEvent.bind(global))
  made.scripts.length = 0
  made.listeners.clear()
  made.skipped = 0
  made.updates = 0
  made.register = () => Promise.resolve()
  reload.mockClear()
  vi.stubGlobal('navigator', { serviceWorker: container, onLine: true })
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { reload })
  vi.stubEnv('PROD', true)
  vi.stubEnv('BASE_URL', './')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

/** `began`: the one that is in control now, unless a test says otherwise. */
const registerServiceWorker = (options: Omit<ServiceWorkerOptions, 'began'> & Partial<ServiceWorkerOptions>) =>
  register({ began: container.controller as ServiceWorker | null, ...options })
const controllerChanges = () => container.dispatchEvent(new Event('controllerchange'))

describe('registerServiceWorker', () => {
  it('registers the script beside the page, wherever the site is hosted', async () => {
    await registerServiceWorker({ onUpdate: () => undefined, onClick: () => undefined })
    expect(made.scripts).toEqual(['./service-worker.js'])
  })

  it('does nothing in development', async () => {
    vi.stubEnv('PROD', false)
    await registerServiceWorker({ onUpdate: () => undefined, onClick: () => undefined })
    expect(made.scripts).toEqual([])
  })

  it('does nothing where the browser has no service workers', async () => {
    vi.stubGlobal('navigator', {})
    await registerServiceWorker({ onUpdate: () => undefined, onClick: () => undefined })
    expect(made.scripts).toEqual([])
  })

  it('rejects when the browser refuses, instead of looking installed', async () => {
    made.register = () => Promise.reject(new DOMException('blocked', 'SecurityError'))
    await expect(registerServiceWorker({ onUpdate: () => undefined, onClick: () => undefined })).rejects.toThrow(
      'blocked',
    )
  })

  it('lets a new version take over only by the word of a person', async () => {
    container.controller = { postMessage: () => undefined }
    const onUpdate = vi.fn<(apply: () => void) => void>()
    await registerServiceWorker({ onUpdate, onClick: () => undefined })
    made.listeners.get('waiting')?.()
    expect(onUpdate).toHaveBeenCalledTimes(1)
    expect(made.skipped).toBe(0)
    onUpdate.mock.calls[0]?.[0]()
    expect(made.skipped).toBe(1)
    expect(reload).not.toHaveBeenCalled()
    controllerChanges()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('does not reload a first visit when its service worker takes control', async () => {
    await registerServiceWorker({ onUpdate: () => undefined, onClick: () => undefined })
    controllerChanges()
    expect(reload).not.toHaveBeenCalled()
    controllerChanges()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('looks for a new version when it is looked at again after an hour, and survives being offline', async () => {
    vi.useFakeTimers()
    await registerServiceWorker({ onUpdate: () => undefined, onClick: () => undefined })
    const lookedAt = () => page.dispatchEvent(new Event('visibilitychange'))
    lookedAt()
    expect(made.updates).toBe(0)
    vi.advanceTimersByTime(3_600_000)
    page.visibilityState = 'hidden'
    lookedAt()
    expect(made.updates).toBe(0)
    page.visibilityState = 'visible'
    lookedAt()
    lookedAt()
    expect(made.updates).toBe(1)
  })

  it('an app that was ended unseen left its number on its icon for ever: it goes when one looks', async () => {
    const clearAppBadge = vi.fn(async () => {})
    vi.stubGlobal('navigator', { serviceWorker: container, onLine: true, clearAppBadge })
    page.visibilityState = 'hidden'
    await registerServiceWorker({ onUpdate: () => undefined, onClick: () => undefined })
    expect(clearAppBadge).not.toHaveBeenCalled()
    page.visibilityState = 'visible'
    page.dispatchEvent(new Event('visibilitychange'))
    expect(clearAppBadge).toHaveBeenCalledTimes(1)
    await registerServiceWorker({ onUpdate: () => undefined, onClick: () => undefined })
    expect(clearAppBadge).toHaveBeenCalledTimes(2)
  })

  it('a tab in which nothing is half typed takes over what another tab agreed to', async () => {
    container.controller = { postMessage: () => undefined }
    fields = [{ value: '' }]
    const onUpdate = vi.fn()
    await registerServiceWorker({ onUpdate, onClick: () => undefined })
    controllerChanges()
    expect([reload.mock.calls.length, onUpdate.mock.calls.length]).toEqual([1, 0])
  })

  it('a tab with a form half filled in is not reloaded under the hands of a person: it says so', async () => {
    container.controller = { postMessage: () => undefined }
    fields = [{ value: 'half a k' }]
    const onUpdate = vi.fn<(apply: () => void) => void>()
    await registerServiceWorker({ onUpdate, onClick: () => undefined })
    controllerChanges()
    expect(reload).not.toHaveBeenCalled()
    onUpdate.mock.calls[0]?.[0]()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('a tab that was just starting kept the old version when another tab agreed: the change came before it listened', async () => {
    const before = { postMessage: () => undefined } as unknown as ServiceWorker
    container.controller = { postMessage: () => undefined }
    await registerServiceWorker({ onUpdate: () => undefined, onClick: () => undefined, began: before })
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('the tab in which the person agreed reloads whatever stands in its fields', async () => {
    container.controller = { postMessage: () => undefined }
    fields = [{ value: '{}' }]
    const onUpdate = vi.fn<(apply: () => void) => void>()
    await registerServiceWorker({ onUpdate, onClick: () => undefined })
    made.listeners.get('waiting')?.()
    onUpdate.mock.calls[0]?.[0]()
    controllerChanges()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('offers a reload when a part of this version is not to be had any more, but not without a network', async () => {
    const onUpdate = vi.fn<(apply: () => void) => void>()
    await registerServiceWorker({ onUpdate, onClick: () => undefined })
    vi.stubGlobal('navigator', { onLine: false })
    dispatchEvent(new Event('vite:preloadError'))
    expect(onUpdate).not.toHaveBeenCalled()
    vi.stubGlobal('navigator', { onLine: true })
    dispatchEvent(new Event('vite:preloadError'))
    onUpdate.mock.calls[0]?.[0]()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('says that it hears of clicks, and passes on nothing else that it is told', async () => {
    const said: unknown[] = []
    container.controller = { postMessage: (message: unknown) => said.push(message) }
    const onClick = vi.fn()
    await registerServiceWorker({ onUpdate: () => undefined, onClick })
    expect(said).toEqual([{ type: 'listening-for-clicks' }])
    const click = { type: 'notification-click', sessionId: 's', answer: { type: 'x' } }
    for (const data of [null, 'x', { type: 'other' }, { type: 'notification-click', sessionId: 7 }, click])
      container.dispatchEvent(Object.assign(new Event('message'), { data }))
    expect(onClick.mock.calls).toEqual([[click]])
  })
})
