import type { Page } from 'playwright-core'
import type { SessionItem } from '../../../src/protocol/common.ts'
import type { SyncRow } from '../../../src/storage/schema.ts'
import { createProfile, removeProfile } from '../../support/launch.ts'
import { launchPlain, type PlainBrowser } from '../../support/launch-plain.ts'
import type { Torture } from '../page/main.ts'
import type { SessionNote } from '../page/session-views.ts'
import type { Site } from '../site.ts'
import { openWay, type Trouble } from './way.ts'

/**
 * A person's device: a browser of its own, with a profile of its own and a way of its own to the storage that all
 * share.
 */

type Methods = { [Name in keyof Torture]: Torture[Name] }
export type Device = {
  name: string
  /** The storage, as this device reaches it. */
  storage: string
  isUp: () => boolean
  isAsleep: () => boolean
  /** Asks its page; null: it is dead, asleep, or too busy to answer. */
  ask: <Name extends keyof Methods>(
    name: Name,
    ...args: Parameters<Methods[Name]>
  ) => Promise<Awaited<ReturnType<Methods[Name]>> | null>
  /** The same, for what may take long. */
  askPatiently: Device['ask']
  look: () => Promise<Seen | null>
  begin: () => Promise<void>
  /** SIGKILL to all of its processes. */
  kill: () => Promise<void>
  /** All of its processes stand still, as when a lid is closed. */
  sleep: () => void
  wake: () => void
  way: (trouble: Trouble | null) => void
  close: () => Promise<void>
}

/** What a person could see on it. */
export type Seen = {
  items: SessionItem[]
  places: SyncRow[]
  notes: Record<string, SessionNote>
  acknowledged: Record<string, string>
  refused: Record<string, string>
  bad: string[]
}

const PATIENCE = 8000
/** Milliseconds without a byte after which an asking fails, in place of two minutes. */
const SILENCE = 2500

export async function makeDevice(
  name: string,
  site: Site,
  storage: string,
  heard: (line: string) => void,
): Promise<Device> {
  const profile = createProfile()
  const way = await openWay(storage)
  let browser: PlainBrowser | null = null
  let page: Page | null = null
  let asleep = false
  const signal = (which: 'SIGSTOP' | 'SIGCONT'): void => {
    if (browser !== null) process.kill(-browser.pid, which)
  }
  const asking =
    (ms: number): Device['ask'] =>
    async (method, ...args) => {
      if (page === null || asleep) return null
      const call = `torture.${method}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`
      const answer: Promise<unknown> = page.evaluate(call).catch((error: unknown) => {
        heard(`${name}, ${method}: ${String(error).slice(0, 300)}`)
        return null
      })
      const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), ms).unref())
      return (await Promise.race([answer, late])) as never
    }

  const device: Device = {
    name,
    storage: way.url,
    isUp: () => browser !== null,
    isAsleep: () => asleep,
    ask: asking(PATIENCE),
    askPatiently: asking(60_000),
    look: async () => {
      const items = (await device.ask('request', { kind: 'list-sessions' })) as SessionItem[] | null
      await device.ask('watch', items?.map(({ id }) => id) ?? [])
      const [places, poll] = await Promise.all([device.ask('places'), device.ask('poll')])
      if (items === null || places === null || poll === null) return null
      const { sessions: notes, acknowledged, refused, bad } = poll
      return { items, places, notes, acknowledged, refused, bad }
    },
    begin: async () => {
      browser = await launchPlain(profile, { actionTimeout: 20_000 })
      page = await browser.firstPage()
      page.on('console', (message) => {
        if (message.type() === 'error') heard(`${name} said: ${message.text().slice(0, 300)}`)
      })
      page.on('pageerror', (error) => heard(`${name}, page error: ${error.message}`))
      await page.goto(site.barePage(new URLSearchParams([['silence', String(SILENCE)]])), { waitUntil: 'load' })
    },
    kill: async () => {
      const old = browser
      browser = null
      page = null
      asleep = false
      await old?.kill9()
    },
    sleep: () => {
      signal('SIGSTOP')
      asleep = true
    },
    wake: () => {
      signal('SIGCONT')
      asleep = false
    },
    way: way.set,
    close: async () => {
      // one that stands still ends too
      await device.kill()
      await way.close()
      removeProfile(profile)
    },
  }
  return device
}
