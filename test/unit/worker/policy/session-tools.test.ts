import type { Draft } from 'mutative'
import { describe, expect, it } from 'vitest'
import type { Config } from '../../../../src/agent/config.ts'
import { type McpServer, type McpTool, NO_MEMORY } from '../../../../src/settings/mcp-server.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../../../../src/settings/preferences.ts'
import { schemaOf } from '../../../../src/tools/schema.ts'
import { parseArguments } from '../../../../src/tools/validate.ts'
import { readFile } from '../../../../src/tools/workspace/read-file.ts'
import { writeFile } from '../../../../src/tools/workspace/write-file.ts'
import { toolsOf } from '../../../../src/worker/mcp/server-tools.ts'
import type { RemoteTool } from '../../../../src/worker/policy/remote-tool.ts'
import { offeredTools, toolChanges, toolPolicies } from '../../../../src/worker/policy/session-tools.ts'

const SERVER: McpServer = {
  id: 's',
  name: 'shop',
  url: 'https://shop.example/mcp',
  enabled: true,
  trusted: false,
  createdAt: 1,
}
const BUY: McpTool = {
  name: 'buy',
  title: 'Buy',
  description: 'Buys.',
  inputSchema: { type: 'object', properties: { what: { type: 'string' } }, required: ['what'] },
  readOnly: false,
  idempotent: true,
  hash: 'h1',
}
const LOOK: McpTool = { ...BUY, name: 'look', readOnly: true, idempotent: false }
const TRUSTED_HASHES = { buy: 'h1', look: 'h1' }
type Said = { tools?: McpTool[]; trusted?: boolean; trustedHashes?: Record<string, string> }
const remote = ({ tools = [BUY, LOOK], trusted = false, trustedHashes }: Said = {}): RemoteTool[] => {
  const memory = { ...NO_MEMORY, tools, trustedHashes: trustedHashes ?? (trusted ? TRUSTED_HASHES : {}) }
  return toolsOf({ server: { ...SERVER, trusted }, memory }, () => Promise.reject(new Error('no network')))
}
const OWN = [readFile, writeFile]
const configOf = (tools: RemoteTool[], preferences: Preferences = DEFAULT_PREFERENCES): Draft<Config> =>
  ({ tools: toolPolicies(OWN, tools, preferences) }) as Draft<Config>
const policyOf = (tools: RemoteTool[], name: string, preferences?: Preferences) =>
  configOf(tools, preferences).tools[name]
const always: Preferences = { ...DEFAULT_PREFERENCES, approvals: { shop__buy: 'allow' } }

describe('remote tools', () => {
  it('are once and asked about, whatever the server says, until the person trusts it', () => {
    expect(policyOf(remote(), 'shop__look')).toMatchObject({ repeat: 'once', approval: 'ask' })
    expect(policyOf(remote({ trusted: true }), 'shop__look')).toMatchObject({ repeat: 'pure', approval: 'allow' })
    expect(policyOf(remote({ trusted: true }), 'shop__buy')).toMatchObject({ repeat: 'idempotent', approval: 'ask' })
  })
  it('of a trusted server are strangers again once the server says something else of them', () => {
    const changed = remote({ trusted: true, tools: [{ ...LOOK, hash: 'h2' }] })
    expect(policyOf(changed, 'shop__look')).toMatchObject({ repeat: 'once', approval: 'ask' })
  })
  it('"always" holds for the tool as it was then, and no longer', () => {
    const known = remote({ trustedHashes: TRUSTED_HASHES })
    expect(policyOf(known, 'shop__buy', always)).toMatchObject({ repeat: 'once', approval: 'allow' })
    expect(policyOf(remote(), 'shop__buy', always)).toMatchObject({ approval: 'ask' })
    const never: Preferences = { ...DEFAULT_PREFERENCES, approvals: { shop__buy: 'never' } }
    expect(policyOf(remote(), 'shop__buy', never)).toMatchObject({ approval: 'never' })
  })
  it('as older builds have kept them made providers refuse all that was asked', () => {
    const kept = { type: 'object', required: ['$a'], properties: { at: { type: 'array', items: [{}, {}] } } }
    const tools = remote({
      tools: [
        { ...BUY, inputSchema: kept },
        { ...LOOK, inputSchema: { type: 'object' } },
      ],
    })
    expect(tools.map(({ tool }) => schemaOf(tool))).toEqual([
      { type: 'object', properties: { at: { type: 'array', prefixItems: [{}, {}], items: {} } } },
      { type: 'object', properties: {} },
    ])
  })
  it('check their arguments by the schema of the server', () => {
    const tool = remote()[0]?.tool
    if (!tool) throw new Error('no tool')
    expect(parseArguments(tool, '{"what":"tea"}')).toEqual({ args: { what: 'tea' } })
    expect(parseArguments(tool, '{}').problem).toContain('/what: is required')
  })
})

describe('a session before its next run', () => {
  const change = (config: Config, tools: RemoteTool[], preferences = DEFAULT_PREFERENCES) =>
    toolChanges(config, OWN, tools, preferences)
  it('is left alone when nothing has changed', () => {
    expect(change(configOf(remote()), remote())).toBeNull()
    expect(change(configOf(remote({ trusted: true })), remote({ trusted: true }))).toBeNull()
  })
  it('keeps what the person decided in it, for our tools and remote ones', () => {
    const config = configOf(remote())
    for (const name of ['shop__buy', 'write_file']) {
      const policy = config.tools[name]
      if (policy) config.tools[name] = { ...policy, approval: 'never' }
    }
    expect(change(config, remote())).toBeNull()
  })
  it('"Asks first", set for a tool of a server that else runs by itself, was dropped at the next message', () => {
    const asksFirst = (config: Config, name: string): Config => {
      const policy = config.tools[name]
      return policy ? { ...config, tools: { ...config.tools, [name]: { ...policy, approval: 'ask' } } } : config
    }
    const trusted = remote({ trusted: true })
    expect(change(asksFirst(configOf(trusted), 'shop__look'), trusted)).toBeNull()
    // allowed for good, and yet not here
    const known = remote({ trustedHashes: TRUSTED_HASHES })
    expect(change(asksFirst(configOf(known, always), 'shop__buy'), known, always)).toBeNull()
  })
  it('asks again for a tool that has changed, though this session had allowed it', () => {
    const config = configOf(remote())
    const policy = config.tools['shop__buy']
    if (policy) config.tools['shop__buy'] = { ...policy, approval: 'allow' }
    expect(change(config, remote())).toBeNull()
    const changed = remote({ tools: [{ ...BUY, hash: 'h2' }, LOOK] })
    expect(change(config, changed)?.tools['shop__buy']).toMatchObject({ approval: 'ask', hash: 'h2' })
    // in the middle of a run the session is not changed, but the call waits for the person
    const offered = offeredTools(config, OWN, changed).find(({ name }) => name === 'shop__buy')
    expect(offered?.grantFor?.({} as never)).toBe('changed:shop__buy:h2')
    expect(offeredTools(config, OWN, remote()).find(({ name }) => name === 'shop__buy')?.grantFor).toBeUndefined()
  })
  it('gets tools that have come, loses those that have gone, and follows the trust given or taken', () => {
    const config = configOf(remote({ tools: [BUY] }))
    expect(Object.keys(change(config, remote())?.tools ?? {})).toEqual([
      'read_file',
      'write_file',
      'shop__buy',
      'shop__look',
    ])
    expect(Object.keys(change(config, [])?.tools ?? {})).toEqual(['read_file', 'write_file'])
    expect(change(configOf(remote()), remote({ trusted: true }))?.tools['shop__look']).toMatchObject({
      approval: 'allow',
    })
    expect(change(configOf(remote({ trusted: true })), remote())?.tools['shop__look']).toMatchObject({
      approval: 'ask',
    })
  })
})
