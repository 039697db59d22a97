import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerServiceWorker } from '../../../src/pwa/register.ts'

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

type FakeContainer = EventTarget & { controller: object | null }
let container: FakeContainer
let page: EventTarget & { visibilityState: string }
const reload = vi.fn()

beforeEach(() => {
  container = Object.assign(new EventTarget(), { controller: null })
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  made.scripts.length = 0
  made.listeners.clear()
  made.skipped = 0
  made.updates = 0
  made.register = () => Promise.resolve()
  reload.mockClear()
  vi.stubGlobal('navigator', { serviceWorker: container })
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

const controllerChanges = () => container.dispatchEvent(new Event('controllerchange'))

describe('registerServiceWorker', () => {
  it('registers the script beside the page, wherever the site is hosted', async () => {
    await registerServiceWorker({ onUpdate: () => undefined })
    expect(made.scripts).toEqual(['./service-worker.js'])
  })

  it('does nothing in development', async () => {
    vi.stubEnv('PROD', false)
    await registerServiceWorker({ onUpdate: () => undefined })
    expect(made.scripts).toEqual([])
  })

  it('does nothing where the browser has no service workers', async () => {
    vi.stubGlobal('navigator', {})
    await registerServiceWorker({ onUpdate: () => undefined })
    expect(made.scripts).toEqual([])
  })

  it('rejects when the browser refuses, instead of looking installed', async () => {
    made.register = () => Promise.reject(new DOMException('blocked', 'SecurityError'))
    await expect(registerServiceWorker({ onUpdate: () => undefined })).rejects.toThrow('blocked')
  })

  it('lets a new version take over only by the word of a person', async () => {
    container.controller = {}
    const onUpdate = vi.fn<(apply: () => void) => void>()
    await registerServiceWorker({ onUpdate })
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
    await registerServiceWorker({ onUpdate: () => undefined })
    controllerChanges()
    expect(reload).not.toHaveBeenCalled()
    controllerChanges()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('looks for a new version when it is looked at again after an hour, and survives being offline', async () => {
    vi.useFakeTimers()
    await registerServiceWorker({ onUpdate: () => undefined })
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
})
