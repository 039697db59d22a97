import { afterEach, expect, it, vi } from 'vitest'
import type { McpServer } from '../../../../src/settings/mcp-server.ts'
import { readMcpServers } from '../../../../src/storage/settings/services.ts'
import { SERVICE_HANDLERS } from '../../../../src/worker/requests/services.ts'
import { connect } from '../../storage/support.ts'

const SERVER: McpServer = {
  ...{ id: 'notes', name: 'notes', url: 'https://notes.example/mcp' },
  ...{ enabled: true, trusted: false, createdAt: 1 },
}
afterEach(() => void vi.restoreAllMocks())

async function saver() {
  const db = await connect()
  const told: (boolean | undefined)[] = []
  let tell = Promise.resolve()
  const settingsChanged = (): void => {
    tell = tell.then(async () => void told.push((await readMcpServers(db))[0]?.enabled))
  }
  const handler = SERVICE_HANDLERS['save-mcp-server']
  const context = { db, settingsChanged } as unknown as Parameters<typeof handler>[1]
  return { told, save: (server: McpServer) => handler({ kind: 'save-mcp-server', server }, context) }
}

it('a server that hangs could not be switched off: it was asked first', async () => {
  const { told, save } = await saver()
  const fetch = vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}))
  expect(await save({ ...SERVER, enabled: false })).toMatchObject({ enabled: false, status: null })
  await expect.poll(() => told).toEqual([false])
  expect(fetch).not.toHaveBeenCalled()
})

it('a server that is saved counts at once, and again with what it offers', async () => {
  const { told, save } = await saver()
  let answer = (_response: Response): void => {}
  vi.spyOn(globalThis, 'fetch').mockReturnValue(
    new Promise((resolve) => {
      answer = resolve
    }),
  )
  const saved = save(SERVER)
  await expect.poll(() => told).toEqual([true])
  answer(new Response('gone', { status: 410 }))
  expect(await saved).toMatchObject({ status: { ok: false } })
  await expect.poll(() => told).toEqual([true, true])
})
