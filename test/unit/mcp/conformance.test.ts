import { beforeAll, describe, expect, it } from 'vitest'
import type { McpConnection } from '../../../src/mcp/connect.ts'
import { wantsSignIn } from '../../../src/mcp/explain.ts'
import type { Reply } from '../../../src/mcp/oauth/sign-in.ts'
import { type Check, runConformance, type Told } from '../../support/mcp-conformance.ts'
import { HOME, makePerson } from './oauth/harness.ts'

const options = { signal: new AbortController().signal, timeLimit: 20_000 }

/** Lists the tools and calls the first; as often as it is told to, the person signs in. */
async function act({ url, context }: Told): Promise<void> {
  const person = makePerson(url)
  for (let signIns = 0; ; signIns++) {
    try {
      return await useFirstTool(await person.connect())
    } catch (error) {
      if (wantsSignIn(error) === null || signIns === 3) throw error
      const { client_id: clientId, client_secret: clientSecret } = context
      const begun = await person.askAndBegin({ clientId, clientSecret })
      if (begun.type !== 'go') throw new Error(begun.why)
      const answer = await fetch(begun.address, { redirect: 'manual' })
      const back = new URL(answer.headers.get('location') ?? '')
      expect(back.href.startsWith(HOME)).toBe(true)
      await person.finish(Object.fromEntries(back.searchParams) as Reply)
    }
  }
}

async function useFirstTool(connection: McpConnection): Promise<void> {
  try {
    const [tool] = (await connection.list(options.signal)).tools
    if (tool !== undefined) await connection.callTool(tool.name, { a: 5, b: 3 }, options)
  } finally {
    // the tool waits until nobody listens any more
    await connection.close()
  }
}

/** What we do not do: forms of a server (elicitation), and signing in without a person. */
const NOT_OURS = [
  'elicitation-sep1034-client-defaults',
  'auth/client-credentials-jwt',
  'auth/client-credentials-basic',
  'auth/cross-app-access-complete-flow',
]

let found = new Map<string, Check[]>()
beforeAll(async () => {
  found = await runConformance(act)
}, 120_000)

describe('the official conformance scenarios for clients', () => {
  it.each([
    'initialize',
    'tools_call',
    'sse-retry',
    'auth/metadata-default',
    'auth/metadata-var1',
    'auth/metadata-var2',
    'auth/metadata-var3',
    'auth/basic-cimd',
    'auth/scope-from-www-authenticate',
    'auth/scope-from-scopes-supported',
    'auth/scope-omitted-when-undefined',
    'auth/scope-step-up',
    'auth/scope-retry-limit',
    'auth/token-endpoint-auth-basic',
    'auth/token-endpoint-auth-post',
    'auth/token-endpoint-auth-none',
    'auth/pre-registration',
    'auth/2025-03-26-oauth-metadata-backcompat',
    'auth/2025-03-26-oauth-endpoint-fallback',
    'auth/resource-mismatch',
    'auth/offline-access-scope',
    'auth/offline-access-not-supported',
  ])('%s', (scenario) => {
    const checks = found.get(scenario) ?? []
    expect(checks.filter(({ status }) => status === 'SUCCESS').length).toBeGreaterThan(0)
    // how soon a client comes back is measured in wall time: true of a machine, not of a program
    const failed = checks.filter(({ status, id }) => status === 'FAILURE' && id !== 'client-sse-retry-timing')
    expect(failed).toEqual([])
  })
  it('are these, and those that are not for us', () => {
    expect(NOT_OURS.filter((scenario) => !found.has(scenario))).toEqual([])
    expect(found.size).toBe(22 + NOT_OURS.length)
  })
})
