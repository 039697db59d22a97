import type { Command } from '../../src/protocol/command.ts'
import type { Provider as ProviderSettings } from '../../src/settings/provider.ts'
import { REMOTE, type Tab } from './machine-room.ts'
import { pause } from './pause.ts'
import { closeAll, type Scene } from './scene.ts'

/** What is there before the torture begins: settings, which are not under torture, and sessions that were deleted. */
export async function setUp(scene: Scene): Promise<void> {
  const { room } = scene.world
  if (scene.plan.fresh) await breakOffFirstOpening(scene)
  if (room.settled && scene.plan.doomed === 0) return
  const tab = await room.openTab(new URLSearchParams())
  if (!room.settled) await connectProviders(scene, tab)
  room.settled = true
  for (let n = 0; n < scene.plan.doomed; n++) await deleteOne(scene, tab, doomedId(scene, n))
  await room.closeTab(tab)
}

/** The database is being made when the worker or the browser dies; the next opening finds nothing of it. */
async function breakOffFirstOpening(scene: Scene): Promise<void> {
  const { room, count } = scene.world
  const kill = scene.random.chance(0.5)
  await room.newProfile()
  let reached = false
  room.onFailpoint(() => {
    reached = true
  })
  const action = kill ? 'delay-5000' : 'crash'
  const opening = room.openTab(new URLSearchParams([['failpoint', `inside-upgrade:1:${action}`]]))
  while (!reached) await pause(10)
  await opening
  room.onFailpoint(() => {})
  if (!kill) return closeAll(scene)
  count('kill upgrade')
  await room.kill()
  // the first writer of all leaves no log behind
  if (room.isTorn()) await room.newProfile()
}

export const doomedId = ({ plan }: Pick<Scene, 'plan'>, n: number): string => `d${plan.seed}n${n}`

async function connectProviders({ world: { room, provider } }: Scene, tab: Tab): Promise<void> {
  for (const kind of ['openai-compatible', 'anthropic'] as const)
    for (const [suffix, url] of [
      ['', provider.url],
      ['-remote', REMOTE],
    ] as const) {
      const settings: ProviderSettings = {
        id: `${kind}${suffix}`,
        kind,
        label: `${kind}${suffix}`,
        baseUrl: `${url}/v1`,
        model: 'torture',
        models: [],
        createdAt: 0,
      }
      await room.ask(tab, 'request', { kind: 'save-provider', provider: settings, key: 'torture-key' })
    }
}

/** A session with files, deleted. */
async function deleteOne({ world: { room } }: Scene, tab: Tab, sessionId: string): Promise<void> {
  const put = await room.askPatiently(tab, 'putText', `The last words of ${sessionId}.`)
  if (put === null) throw new Error('The page does not answer')
  const file = { from: null, to: put.sha, size: put.size, mediaType: 'text/markdown' }
  const files = ['notes/last.md', 'notes/copy.md'].map((path) => ({ path, ...file }))
  const steps: Command[] = [
    { kind: 'create-session', sessionId, providerId: 'anthropic', model: 'torture', thinking: 'off' },
    { kind: 'input', sessionId, input: { type: 'user-change-files', files } },
    { kind: 'input', sessionId, input: { type: 'user-name-session', title: 'Doomed' } },
    { kind: 'input', sessionId, input: { type: 'user-delete-session' } },
  ]
  for (const [n, command] of steps.entries()) {
    const id = `${sessionId}c${n}`
    await room.ask(tab, 'command', id, command)
    while ((await room.ask(tab, 'poll'))?.acknowledged[id] === undefined) await pause(20)
  }
}
