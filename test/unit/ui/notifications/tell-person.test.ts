import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Message } from '../../../../src/agent/message.ts'
import type { SessionItem } from '../../../../src/protocol/common.ts'
import { makeTellPerson } from '../../../../src/ui/base/notifications/tell-person.ts'

/** What reaches the service worker, in its order. */
let told: string[] = []
let known: SessionItem[] = []

beforeEach(() => {
  told = []
  known = []
  const active = {
    postMessage: (message: { type: string; title?: string; text?: string }) =>
      told.push(message.type === 'show-notification' ? `${message.title} ${message.text}` : 'taken back'),
  }
  vi.stubGlobal('document', { hidden: true, querySelector: () => null, addEventListener: () => {} })
  vi.stubGlobal('window', { Notification: {} })
  vi.stubGlobal('Notification', { permission: 'granted' })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ active }) } })
})
afterEach(() => vi.unstubAllGlobals())

const item = (status: SessionItem['status']): SessionItem => ({
  ...{ id: 's', title: 'Notes', timestamp: 1, createdAt: 1, count: 2, deletedAt: null },
  ...{ status, busy: status === 'using' },
})
const rows = [
  { role: 'assistant', calls: [{ id: '5.0.0', name: 'write_file', args: '{}', status: 'pending', question: null }] },
] as unknown as Message[]

/** The page of a person who looks elsewhere; each change is told before the store knows of it. */
const page = (readRows: () => Promise<Message[]> = async () => rows) => {
  const person = makeTellPerson(readRows, () => known, expect.unreachable)
  return (...states: SessionItem['status'][]): void => {
    for (const status of states) {
      person.call([item(status)])
      known = [item(status)]
    }
  }
}

it('a session that went on and ended at once: its question is taken back before the end is told, which else went with it', async () => {
  const become = page()
  become('using', 'waiting-for-you')
  await expect.poll(() => told).toEqual(['Approve write_file? Notes: {}'])
  become('using', 'idle')
  await expect.poll(() => told.slice(1)).toEqual(['taken back', 'Notes It is done.'])
})

it('a session that is over when it is next heard of, as one of another device: its end was not told', async () => {
  const become = page()
  become('waiting-for-you')
  await expect.poll(() => told).toHaveLength(1)
  become('idle')
  await expect.poll(() => told.slice(1)).toEqual(['taken back', 'Notes It is done.'])
})

it('a question that was answered while its words were still being read called the person all the same, and stayed', async () => {
  let read = (_rows: Message[]): void => {}
  const reading = new Promise<Message[]>((resolve) => {
    read = resolve
  })
  const become = page(() => reading)
  become('waiting-for-you', 'using')
  await expect.poll(() => told).toEqual(['taken back'])
  read(rows)
  await new Promise((resolve) => setTimeout(resolve))
  become('idle')
  await expect.poll(() => told).toEqual(['taken back', 'Notes It is done.'])
})
