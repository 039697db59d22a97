import { afterAll, describe, expect, it } from 'vitest'
import { connectMcp, type McpTarget } from '../../../src/mcp/connect.ts'
import { startEverything } from '../../support/mcp-everything.ts'
import { countTime } from '../../support/own-time.ts'

let server = await startEverything()
afterAll(() => server.stop())
const target = (more: Partial<McpTarget> = {}): McpTarget => ({
  url: server.url,
  fetch: globalThis.fetch,
  sessionId: null,
  protocolVersion: null,
  onToolsChanged: () => {},
  ...more,
})
const never = new AbortController().signal
const options = (more = {}) => ({ signal: never, timeLimit: 20_000, ...more })
const textOf = ({ content }: { content: { type: string }[] }): string =>
  content.map((block) => ('text' in block ? String(block.text) : `[${block.type}]`)).join('\n')

describe('the official test server, over HTTP', () => {
  it('lists its tools with their schemas, calls one, reads resources and prompts', async () => {
    const connection = await connectMcp(target(), never)
    const { tools, note, hasResources, hasPrompts, prompts: given, resources: offered } = await connection.list(never)
    expect(given?.find(({ name }) => name === 'args-prompt')?.args).toEqual([
      { name: 'city', description: 'Name of the city', required: true },
      expect.objectContaining({ name: 'state', required: false }),
    ])
    expect(offered?.length).toBeGreaterThan(3)
    expect([note, hasResources, hasPrompts]).toEqual(['', true, true])
    expect(tools.length).toBeGreaterThan(5)
    const echo = tools.find(({ name }) => name === 'echo')
    expect(echo?.inputSchema).toMatchObject({ type: 'object', properties: { message: { type: 'string' } } })
    expect(textOf(await connection.callTool('echo', { message: 'rivers' }, options()))).toContain('rivers')
    const image = await connection.callTool('get-tiny-image', {}, options())
    expect(image.content.some((block) => block.type === 'image' && block.bytes.length > 100)).toBe(true)
    const resources = await connection.listResources(options())
    const uri = /^(\S+): /.exec(resources)?.[1] ?? ''
    expect(textOf(await connection.readResource(uri, options())).length).toBeGreaterThan(5)
    const prompts = await connection.listPrompts(options())
    expect(prompts).toContain('simple')
    expect(textOf(await connection.getPrompt('simple-prompt', {}, options()))).toMatch(/^user: /)
    await connection.close()
  })
  it('tells progress while it works, and a stop ends the call at once and is told to the server', async () => {
    const said: string[] = []
    const connection = await connectMcp(target(), never)
    const args = { duration: 1, steps: 4 }
    await connection.callTool(
      'trigger-long-running-operation',
      args,
      options({ onProgress: (words: string) => said.push(words) }),
    )
    expect(said.length).toBeGreaterThan(1)
    expect(said[0]).toMatch(/^1 of 4/)
    const controller = new AbortController()
    const bodies: string[] = []
    const watched = await connectMcp(
      target({
        fetch: (input, init) => {
          bodies.push(String(init?.body))
          return fetch(input, init)
        },
      }),
      never,
    )
    const passed = countTime()
    setTimeout(() => controller.abort(), 200)
    const call = watched.callTool(
      'trigger-long-running-operation',
      { duration: 10, steps: 5 },
      options({ signal: controller.signal }),
    )
    await expect(call).rejects.toThrow()
    expect(passed()).toBeLessThan(3000)
    await expect.poll(() => bodies.join('\n')).toContain('notifications/cancelled')
    await Promise.all([connection.close(), watched.close()])
  })
  it('goes on in the same session after a reload, and renews it when the server has forgotten it', async () => {
    const first = await connectMcp(target(), never)
    expect(first.sessionId).toBeTruthy()
    const { sessionId, protocolVersion } = first
    await first.close()
    const second = await connectMcp(target({ sessionId, protocolVersion }), never)
    expect([second.sessionId, second.resumed]).toEqual([sessionId, true])
    expect((await second.list(never)).tools.length).toBeGreaterThan(5)
    expect(textOf(await second.callTool('echo', { message: 'again' }, options()))).toContain('again')
    await second.close()
    const { port } = server
    await server.stop()
    await expect(connectMcp(target({ sessionId, protocolVersion }), never)).rejects.toThrow(
      /No response from 127\.0\.0\.1/,
    )
    server = await startEverything(port)
    const third = await connectMcp(target({ sessionId, protocolVersion }), never)
    expect(third.resumed).toBe(false)
    expect(third.sessionId).not.toBe(sessionId)
    expect(textOf(await third.callTool('echo', { message: 'back' }, options()))).toContain('back')
    await third.close()
  })
  it('an error of a tool, a tool that is not there, arguments that do not fit: told, never thrown away', async () => {
    const connection = await connectMcp(target(), never)
    const wrong = await connection.callTool('echo', { message: 7 }, options()).catch((error: Error) => error.message)
    expect(typeof wrong === 'string' ? wrong : textOf(wrong)).toMatch(/invalid|expected/i)
    const missing = await connection.callTool('nosuch', {}, options()).catch((error: Error) => error.message)
    expect(typeof missing === 'string' ? missing : textOf(missing)).toMatch(/nosuch|not found/i)
    await connection.close()
  })
})
