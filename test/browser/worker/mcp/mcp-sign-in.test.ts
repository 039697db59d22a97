import { expect, it, vi } from 'vitest'
import { NO_RECORD, type SignInRecord } from '../../../../src/mcp/oauth/record.ts'
import type { McpServer } from '../../../../src/settings/mcp-server.ts'
import type { Database } from '../../../../src/storage/schema.ts'
import { keysAt } from '../../../../src/storage/settings/key-places.ts'
import {
  changeMcpMemory,
  deleteMcpServer,
  mcpSignInSecret,
  saveMcpServer,
} from '../../../../src/storage/settings/services.ts'
import { putSecret } from '../../../../src/storage/settings/vault.ts'
import { readVault } from '../../../../src/storage/settings/with-keys.ts'
import { begin, serverIdOf } from '../../../../src/worker/mcp/mcp-sign-in.ts'
import { signInPort, signInState } from '../../../../src/worker/mcp/mcp-sign-in-port.ts'
import { SERVICE_HANDLERS } from '../../../../src/worker/requests/services.ts'
import { exported, startSession, unpacked } from '../../storage/archive-support.ts'
import { connect, writerDatabase } from '../../storage/support.ts'

const SERVER: McpServer = {
  id: 'notes',
  name: 'notes',
  url: 'https://notes.example/mcp',
  enabled: true,
  trusted: false,
  createdAt: 1,
}
const RECORD: SignInRecord = {
  ...NO_RECORD,
  tokens: { access: 'access-very-secret', refresh: 'refresh-very-secret', expiresAt: null, scope: null },
}

const secretsOf = async (db: Database): Promise<string[]> => {
  const { secrets, places } = await readVault(db)
  const keys = places.current === null ? [] : await (await keysAt(places.current)).getAllKeys('keys')
  return [...secrets.map(({ id }) => id), ...keys.filter((id) => id.startsWith('sealed:'))]
}

it('is kept for the origin of its server: another address, or a removal, forgets it', async () => {
  const db = await connect()
  await saveMcpServer(db, SERVER)
  const port = signInPort(db, SERVER)
  expect(await port.read()).toEqual(NO_RECORD)
  await port.write(RECORD)
  expect([await port.read(), await signInState(db, SERVER)]).toEqual([RECORD, 'in'])
  await saveMcpServer(db, { ...SERVER, url: 'https://notes.example/other' })
  expect(await port.read()).toEqual(RECORD)
  const moved = { ...SERVER, url: 'https://evil.example/mcp' }
  await saveMcpServer(db, moved)
  expect(await port.read()).toEqual(NO_RECORD)
  await signInPort(db, moved).write(RECORD)
  await deleteMcpServer(db, SERVER.id)
  expect(await secretsOf(db)).toEqual([])
})

it('is not stored after its server was removed or moved, by a tab that was just at it', async () => {
  const db = await connect()
  await saveMcpServer(db, SERVER)
  const port = signInPort(db, SERVER)
  await port.write(RECORD)
  await saveMcpServer(db, { ...SERVER, url: 'https://evil.example/mcp' })
  await port.write(RECORD)
  expect(await secretsOf(db)).toEqual([])
  await deleteMcpServer(db, SERVER.id)
  await port.write(RECORD)
  await changeMcpMemory(db, SERVER.id, (memory) => ({ ...memory, sessionId: 'secret-session' }))
  expect([await secretsOf(db), await db.getAllKeys('settings')]).toEqual([[], []])
})

it('of a server that is removed: its authority is told that the tokens are good for nothing', async () => {
  const db = await connect()
  await saveMcpServer(db, SERVER)
  const at = 'https://auth.example'
  const metadata = {
    issuer: at,
    authorization_endpoint: `${at}/authorize`,
    token_endpoint: `${at}/token`,
    revocation_endpoint: `${at}/revoke`,
    response_types_supported: ['code'],
  }
  await signInPort(db, SERVER).write({
    ...RECORD,
    authority: { server: at, metadata, resource: SERVER.url },
    client: { info: { client_id: 'us' }, issuer: at, redirectUrl: `${location.origin}/`, typed: false },
  })
  const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
  try {
    const context = { db, settingsChanged: () => {} }
    const handler = SERVICE_HANDLERS['delete-mcp-server']
    await handler(
      { kind: 'delete-mcp-server', serverId: SERVER.id },
      context as unknown as Parameters<typeof handler>[1],
    )
    await expect.poll(() => fetch.mock.calls.length).toBe(1)
    expect(String(fetch.mock.calls[0]?.[0])).toBe(`${at}/revoke`)
    expect(String(fetch.mock.calls[0]?.[1]?.body)).toContain('token=refresh-very-secret')
    expect(await secretsOf(db)).toEqual([])
  } finally {
    fetch.mockRestore()
  }
})

it('one that cannot be read any more wants the person to sign in again', async () => {
  const db = await connect()
  await saveMcpServer(db, SERVER)
  await putSecret(db, mcpSignInSecret(SERVER.id), 'https://notes.example', '{"an":"earlier version"}')
  expect(await signInState(db, SERVER)).toBe('again')
  await signInPort(db, SERVER).write(RECORD)
  const { current } = (await readVault(db)).places
  if (current !== null) await (await keysAt(current)).delete('keys', 'key')
  expect(await signInState(db, SERVER)).toBe('again')
})

it('never leaves with an export and is not stored in plain', async () => {
  const { db, epoch } = await writerDatabase()
  await startSession(db, epoch, 's')
  await saveMcpServer(db, SERVER)
  await signInPort(db, SERVER).write(RECORD)
  const whole = [...(await unpacked(await exported(db))).values()].join()
  const stored = JSON.stringify(
    await Promise.all([...db.objectStoreNames].map((name) => db.getAll(name as 'settings'))),
  )
  for (const text of [whole, stored]) expect(text).not.toContain('very-secret')
  expect(stored).toContain('https://notes.example')
})

it('of one server, only one tab at a time asks the authority; another server is not held up', async () => {
  const db = await connect()
  const [one, same, other] = [
    signInPort(db, SERVER),
    signInPort(db, SERVER),
    signInPort(db, { ...SERVER, id: 'other' }),
  ]
  const order: string[] = []
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const held = one.alone(async () => {
    await released
    order.push('first')
  })
  const next = same.alone(async () => void order.push('second'))
  await other.alone(async () => void order.push('other'))
  release()
  await Promise.all([held, next])
  expect(order).toEqual(['other', 'first', 'second'])
})

it('comes back to this app alone, and knows its own answers', async () => {
  const db = await connect()
  const elsewhere = ['https://evil.example/', `${location.origin}/?x=1`, `${location.origin}/#x`, 'nonsense']
  for (const redirectUrl of elsewhere)
    await expect(begin(db, SERVER, { redirectUrl })).rejects.toThrow('sign-in-leads-elsewhere')
  expect(serverIdOf(`code=a&state=notes.${'x'.repeat(43)}`)).toBe('notes')
  for (const state of ['', 'notes', `../x.${'x'.repeat(43)}`, `notes.${'x'.repeat(42)}`])
    expect(serverIdOf(new URLSearchParams({ state }).toString())).toBeNull()
})
