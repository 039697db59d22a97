import { describe, expect, it } from 'vitest'
import type { Unstamped } from '../../../src/agent/input.ts'
import { requestToolkit } from '../../../src/effects/request-toolkit.ts'
import { type McpServer, type McpTool, NO_MEMORY } from '../../../src/settings/mcp-server.ts'
import { DEFAULT_PREFERENCES } from '../../../src/settings/preferences.ts'
import { toolsOf } from '../../../src/worker/mcp/server-tools.ts'
import type { RemoteTool } from '../../../src/worker/policy/remote-tool.ts'
import { toolPolicies } from '../../../src/worker/policy/session-tools.ts'
import type { PortParts } from '../../../src/worker/ports/machine-ports.ts'
import { toolkitPorts } from '../../../src/worker/ports/toolkit-ports.ts'
import { Session } from '../agent/session.ts'

const PAY: McpTool = {
  ...{ name: 'pay', title: 'Pay', description: 'Pays one coin.', inputSchema: { type: 'object' } },
  ...{ readOnly: false, idempotent: false, hash: 'h1' },
}
const url = 'https://shop.example/mcp'
const SERVER: McpServer = { id: 's', name: 'shop', url, enabled: true, trusted: false, createdAt: 1 }
const NAME = 'shop__pay'

/** What the server says of its tool; what it is asked to do is counted. */
const shop = (hash: string, trusted = false, acted = (): void => {}): RemoteTool[] => {
  const memory = { ...NO_MEMORY, tools: [{ ...PAY, hash }], trustedHashes: trusted ? { pay: hash } : {} }
  return toolsOf({ server: { ...SERVER, trusted }, memory }, async () => {
    acted()
    return { content: [{ type: 'text', text: 'Paid.' }], isError: false } as never
  })
}

/**
 * A call of the tool as it was (`h1`) waits on its card, the person decides, and it runs with the tool as it is then.
 */
async function approved(now: string, { grant = '', grants = [] as string[], trusted = false } = {}) {
  const session = new Session({ tools: toolPolicies([], shop('h1'), DEFAULT_PREFERENCES), grants })
  session.send('u0').answer('', [{ name: NAME, ...(grant !== '' && { grant }) }])
  const toolCallId = session.calls[0]?.id ?? ''
  session.put({ type: 'user-decide-tool-call', toolCallId, decision: 'approve', scope: 'once' })
  const { state } = session
  let acts = 0
  const others = async () => shop(now, trusted, () => acts++)
  const parts: Partial<PortParts> = {
    ...{ sessionId: 's', others, lost: () => false, publish: () => {} },
    state: () => state,
  }
  const ports = {
    ...toolkitPorts(parts as PortParts)(false, state),
    ...{ tools: (await others()).map(({ tool }) => tool), unlocked: undefined, published: undefined },
  }
  const effect = { kind: 'request-toolkit', toolCallId, n: 1, attempt: 0 } as const
  const inputs: Unstamped[] = []
  await requestToolkit(effect, state, ports).start(async (input) => inputs.push(input as Unstamped) > 0)
  return { acts, ending: inputs.at(-1) }
}

describe('a call of a server waits for the person', () => {
  it('whose tool the server describes differently meanwhile: approving it ran the changed tool, and nobody was told', async () => {
    const { acts, ending } = await approved('h2')
    expect(acts).toBe(0)
    expect(ending).toMatchObject({ type: 'toolkit-error', error: expect.stringContaining('describes it differently') })
  })
  it('and had been announced as changed already: the word on that change holds for no later one', async () => {
    expect((await approved('h2', { grant: `changed:${NAME}:h2` })).acts).toBe(1)
    expect((await approved('h3', { grant: `changed:${NAME}:h2` })).acts).toBe(0)
    expect((await approved('h2', { grants: [`changed:${NAME}:h2`] })).acts).toBe(1)
    expect((await approved('h2', { grants: ['changed:shop__other:h2'] })).acts).toBe(0)
  })
  it('and nothing has changed, or only the trust in its server: it runs', async () => {
    expect(await approved('h1')).toMatchObject({ acts: 1, ending: { type: 'toolkit-respond' } })
    expect((await approved('h1', { trusted: true })).acts).toBe(1)
  })
})
