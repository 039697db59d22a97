import { beforeEach, expect, it, vi } from 'vitest'
import type { McpServer } from '../../../../src/settings/mcp-server.ts'
import { makeServerConnections } from '../../../../src/worker/mcp/server-connections.ts'
import { connect } from '../../storage/support.ts'

const made = vi.hoisted(() => ({ closed: [] as number[], count: 0, refuses: false }))
vi.mock('../../../../src/mcp/connect.ts', () => ({
  connectMcp: async () => {
    const n = ++made.count
    if (made.refuses)
      throw new Error('Starting', { cause: Object.assign(new Error('Starting'), { name: 'ProtocolError' }) })
    return { n, sessionId: `s${n}`, protocolVersion: 'v', close: async () => void made.closed.push(n) }
  },
}))
beforeEach(() => Object.assign(made, { closed: [], count: 0, refuses: false }))

const SERVER: McpServer = {
  ...{ id: 'notes', name: 'notes', url: 'https://notes.example/mcp' },
  ...{ enabled: true, trusted: false, createdAt: 1 },
}
const signal = new AbortController().signal
const connections = async () =>
  makeServerConnections({
    ...{ db: await connect(), accountOf: () => '' },
    ...{ toolsChanged: () => {}, connected: () => {}, changed: () => {} },
    asked: async () => ({ action: 'cancel' }),
    sampled: async () => ({ text: '', model: '', isCut: false }),
  })
const numberOf = async (connection: unknown): Promise<number> => (connection as { n: number }).n
const lost = (status?: number): Error => new Error('No answer', { cause: Object.assign(new Error('gone'), { status }) })

it('one call that failed cut off the others at its server: they end over the connection that they have, which is closed after them', async () => {
  const { call } = await connections()
  let end = (): void => {}
  const long = call(
    SERVER,
    async (connection) => {
      await new Promise<void>((resolve) => {
        end = resolve
      })
      return numberOf(connection)
    },
    signal,
  )
  await expect.poll(() => made.count).toBe(1)
  await expect(call(SERVER, () => Promise.reject(lost()), signal)).rejects.toThrow('No answer')
  expect(made.closed).toEqual([])
  // what comes now has a connection that nobody doubts
  expect(await call(SERVER, numberOf, signal)).toBe(2)
  end()
  expect(await long).toBe(1)
  await expect.poll(() => made.closed).toEqual([1])
  expect(await call(SERVER, numberOf, signal)).toBe(2)
})

it('a session that two calls find gone is renewed for both', async () => {
  const { call } = await connections()
  const work = async (connection: unknown): Promise<number> => {
    const n = await numberOf(connection)
    if (n === 1) throw lost(404)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(made.closed).not.toContain(n)
    return n
  }
  expect(await Promise.all([call(SERVER, work, signal), call(SERVER, work, signal)])).toEqual([2, 2])
  await expect.poll(() => made.closed).toEqual([1])
})

it('a server that refused the handshake while it started was never asked again', async () => {
  const { call } = await connections()
  made.refuses = true
  await expect(call(SERVER, numberOf, signal)).rejects.toThrow('Starting')
  made.refuses = false
  expect(await call(SERVER, numberOf, signal)).toBe(2)
})
