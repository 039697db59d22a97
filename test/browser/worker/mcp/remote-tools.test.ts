import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import type { McpTool } from '../../../../src/settings/mcp-server.ts'
import { setPace } from '../../../../src/settings/pace.ts'
import { DEFAULT_PREFERENCES } from '../../../../src/settings/preferences.ts'
import type { Database } from '../../../../src/storage/schema.ts'
import { changeMcpMemory, readMcpMemory, saveMcpServer } from '../../../../src/storage/settings/services.ts'
import { startRemoteTools } from '../../../../src/worker/mcp/remote-tools.ts'
import { connect } from '../../storage/support.ts'

const find: McpTool = {
  ...{ name: 'find', title: 'Find', description: 'Finds notes.', inputSchema: { type: 'object' } },
  ...{ readOnly: true, idempotent: true, hash: 'before' },
}
/** `refuses`: the server answers calls, and not what its tools are. */
const server = vi.hoisted(() => ({ hash: '', connections: 0, lists: 0, refuses: false }))
vi.mock('../../../../src/mcp/connect.ts', () => ({
  connectMcp: async () => {
    server.connections++
    return {
      ...{ sessionId: 's', protocolVersion: 'v', resumed: true },
      callTool: async () => ({ content: [], isError: false }),
      list: async () => {
        server.lists++
        if (server.refuses) throw new Error('No answer')
        return { tools: [{ ...find, hash: server.hash }], note: '' }
      },
      close: async () => {},
    }
  },
}))
beforeEach(() => {
  Object.assign(server, { hash: 'before', connections: 0, lists: 0, refuses: false })
  setPace(10)
})
afterAll(() => setPace(1))

/** Trusted as its tool was before. */
async function remoteTools(db: Database) {
  const url = 'https://notes.example/mcp'
  await saveMcpServer(db, { id: 's1', name: 'notes', url, enabled: true, trusted: true, createdAt: 1 })
  await changeMcpMemory(db, 's1', (memory) => ({ ...memory, tools: [find], trustedHashes: { find: 'before' } }))
  const remote = await startRemoteTools({ db, changed: () => {}, report: () => {} })
  const tool = () => remote.current().find(({ remote: name }) => name === 'find')
  return {
    stop: remote.stop,
    remember: remote.remember,
    call: async () =>
      await tool()?.tool.run({}, {
        signal: new AbortController().signal,
        progress: () => {},
        files: {},
        idempotencyKey: 'k',
      } as never),
    approval: () => tool()?.policy(DEFAULT_PREFERENCES).approval,
  }
}

it('a tool that had changed while nobody listened ran on under the word that was given before, for as long as the run went on', async () => {
  const { call, approval, stop } = await remoteTools(await connect())
  server.hash = 'after'
  expect(approval()).toBe('allow')
  await call()
  await expect.poll(approval).toBe('ask')
  expect(server.connections).toBe(1)
  stop()
})

it('a server that does not say what its tools are is not asked again and again', async () => {
  const { call, stop } = await remoteTools(await connect())
  server.refuses = true
  await call()
  await expect.poll(() => server.lists).toBe(1)
  await call()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect([server.lists, server.connections]).toEqual([1, 2])
  stop()
})

it('"always" for a tool that its server had changed while the call waited made the changed one trusted', async () => {
  const db = await connect()
  const { remember, approval, stop } = await remoteTools(db)
  const trusted = async () => (await readMcpMemory(db, 's1')).trustedHashes['find']
  await changeMcpMemory(db, 's1', (memory) => ({ ...memory, tools: [{ ...find, hash: 'after' }] }))
  await remember('notes__find', ['before'])
  expect(await trusted()).toBe('before')
  await remember('notes__find', ['before', 'after'])
  expect([await trusted(), approval()]).toEqual(['after', 'allow'])
  stop()
})
