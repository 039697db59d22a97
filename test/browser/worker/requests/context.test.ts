import { afterEach, expect, it, vi } from 'vitest'
import type { State } from '../../../../src/agent/state.ts'
import { claimEpoch } from '../../../../src/storage/epoch.ts'
import { restoreSession } from '../../../../src/storage/restore.ts'
import { writeMemory } from '../../../../src/storage/settings/memory.ts'
import { changeMcpMemory, saveMcpServer } from '../../../../src/storage/settings/services.ts'
import { changePreferences } from '../../../../src/storage/settings/settings.ts'
import { ALL_TOOLS } from '../../../../src/tools/all-tools.ts'
import { startRemoteTools } from '../../../../src/worker/mcp/remote-tools.ts'
import { backgroundChanges } from '../../../../src/worker/policy/background.ts'
import { toolPolicies } from '../../../../src/worker/policy/session-tools.ts'
import { effectPorts } from '../../../../src/worker/ports/effect-ports.ts'
import { viewContext } from '../../../../src/worker/requests/context.ts'
import { answer, CONFIG, SESSION, userMessage } from '../../storage/rows.ts'
import { connect, createSession } from '../../storage/support.ts'

/** What the person is shown of the next request, beside the request that the writer would send. */

const atOnce = <Code>(code: () => Promise<Code>): Promise<Code> => code()

afterEach(() => vi.useRealTimers())

it('what is shown is what is sent: system, tools of servers too, messages, sizes', async () => {
  // both say what day it is
  vi.useFakeTimers({ toFake: ['Date'] })
  const db = await connect()
  const server = { id: 's1', name: 'notes', url: 'https://mcp.example/', enabled: true, trusted: false, createdAt: 1 }
  await saveMcpServer(db, server)
  await changeMcpMemory(db, 's1', (memory) => ({
    ...memory,
    hasResources: true,
    tools: [
      {
        name: 'find',
        title: 'Find',
        description: 'Finds notes.',
        inputSchema: { type: 'object' },
        readOnly: true,
        idempotent: true,
        hash: 'h',
      },
    ],
  }))
  await writeMemory(db, '- The user likes tea.')
  const preferences = await changePreferences(db, { instructions: 'Be brief.' })
  const remote = await startRemoteTools({ db, changed: () => {}, report: () => {} })
  const config = { ...CONFIG, tools: toolPolicies(ALL_TOOLS, remote.current(), preferences) }
  const told = await backgroundChanges(db, config, preferences, atOnce, Date.now())
  const messages = [userMessage(0, 2, 'Where did we stand?'), answer(1), userMessage(2)]
  await createSession(db, await claimEpoch(db), { config: { ...config, ...told }, messages })

  const restored = await restoreSession(db, SESSION, 10)
  if (restored.type !== 'restored') throw new Error(restored.type)
  const { state } = restored
  const environment = {
    db,
    network: {} as never,
    publish: () => {},
    remote: Promise.resolve(remote),
    shared: { committed: () => {}, published: async () => {}, room: () => null, late: () => null },
    helpers: {} as never,
  }
  const ports = effectPorts(SESSION, environment, {
    live: {},
    saving: {},
    activity: {},
    leaving: () => false,
    load: atOnce,
    lost: () => false,
    state: () => state,
  } as never)(true, state)
  const sent = await ports.brain.request(state as State, state.head.unseen?.cut ?? state.head.seq, {})
  const shown = await viewContext(db, SESSION)

  expect(JSON.parse(shown.json)).toEqual(JSON.parse(JSON.stringify(sent.request)))
  expect(shown.system.map(({ text }) => text).join('\n\n')).toBe(sent.request.system)
  expect(sent.request.system).toContain('Be brief.')
  expect(sent.request.system).toContain('The user likes tea.')
  expect(shown.tools.map(({ name }) => name)).toEqual(sent.request.tools.map(({ name }) => name))
  expect(shown.tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['remember', 'notes__find', 'notes__list_resources']),
  )
  expect(shown.messages).toHaveLength(sent.request.messages.length)
  const parts = [...shown.system, ...shown.tools, ...shown.messages].reduce((sum, { size }) => sum + size, 0)
  // each part is rounded up by itself
  expect(Math.abs(parts - sent.size)).toBeLessThanOrEqual(shown.system.length)
  expect(shown.size).toBe(sent.size)
  remote.stop()
})

it('with the memory switched off nothing of it is sent, and no tool offers it', async () => {
  const db = await connect()
  await writeMemory(db, '- The user likes tea.')
  const preferences = await changePreferences(db, { memory: false })
  const config = { ...CONFIG, tools: toolPolicies(ALL_TOOLS, [], preferences) }
  const told = await backgroundChanges(db, config, preferences, atOnce, Date.now())
  const messages = [userMessage(0, 2)]
  await createSession(db, await claimEpoch(db), { config: { ...config, ...told }, messages })
  const shown = await viewContext(db, SESSION)
  expect(shown.json).not.toContain('likes tea')
  expect(shown.tools.map(({ name }) => name)).not.toContain('remember')
  // told once: a run soon after, with the same settings, changes nothing
  expect(await backgroundChanges(db, { ...config, ...told }, preferences, atOnce, Date.now())).toBeNull()
})
