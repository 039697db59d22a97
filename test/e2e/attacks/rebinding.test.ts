import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pressArmed, visibleText } from '../../support/app.ts'
import { cases } from '../../support/runs.ts'
import { useScene } from '../../support/scene.ts'

/**
 * DNS rebinding: a name of a stranger points to this computer, or to the router at home. The agent's requests, with the
 * person's word for that name, must not read what answers there; and the app must not run for whoever reaches its
 * server under another name.
 */

const EVIL = ['rebind.example', 'localhost.rebind.example', '127.0.0.1.rebind.example', 'router.rebind.example']
const asked: string[] = []
let server: Server
let port = 0
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`)
    response
      .writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/plain' })
      .end('the secret of the router')
  })
  server.on('connection', () => asked.push('connection'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const scene = useScene({
  launch: () => ({ args: [`--host-resolver-rules=${EVIL.map((name) => `MAP ${name} 127.0.0.1`).join(',')}`] }),
})
beforeEach(() => asked.splice(0))

const lastResult = (): string => JSON.stringify(scene.mock.journal().at(-1)?.body.messages?.at(-1))

describe('a name of a stranger that points to this computer', () => {
  const http = EVIL.map((name): [string, RegExp] => [`http://${name}`, /Only https:\/\/ is allowed/])
  const https: [string, RegExp] = [`https://${EVIL[0]}`, /does not let web pages of other sites read its answer/]
  it.each(cases([...http.slice(0, 1), https], http.slice(1)))(
    '%s: its answer is not read, though the person allowed the site',
    async (origin, why) => {
      const { app, mock } = scene
      const url = `${origin}:${port}/admin`
      mock.setScript([{ toolCalls: [{ name: 'fetch_page', arguments: { url } }] }, { text: 'Nothing.' }])
      await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
      await app.send('Read the page of the router')
      await app.untilStatus('Waiting for you')
      // it is no place of one's own for the person either
      const words = app.toolCalls('fetch_page').getByText(/Allow Reflexor to/)
      expect(await visibleText(words)).not.toContain('this computer')
      await pressArmed(app.toolCalls('fetch_page').getByRole('button', { name: 'Approve', exact: true }))
      await app.untilAnswer('Nothing.')
      expect(lastResult()).toMatch(why)
      expect(lastResult()).not.toContain('secret of the router')
      expect(asked.filter((each) => each.includes('/admin'))).toEqual([])
      if (origin.startsWith('http:')) expect(asked).toEqual([])
    },
  )

  it('gets nothing of what is stored: under another name the app is another one', async () => {
    const { app, mock, site, browser } = scene
    scene.allowComplaint(/./)
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl, key: 'sk-of-the-person-1234567890' })
    const other = await browser.context.newPage()
    await other.goto(site.url.replace('localhost', 'rebind.example')).catch(() => undefined)
    const stored = await other
      .evaluate(async () => JSON.stringify([await indexedDB.databases(), { ...localStorage }]))
      .catch(String)
    expect(stored).not.toContain('sk-of-the-person')
    expect(stored).not.toContain('"reflexor"')
    await other.close()
  })
})
