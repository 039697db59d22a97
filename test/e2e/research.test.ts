import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import type { MockRequest } from '../support/mock-provider.ts'
import type { MockReply } from '../support/mock-replies.ts'
import { textPdf } from '../support/office-files.ts'
import { useScene } from '../support/scene.ts'

/** The production build, in a browser that is killed. */
const scene = useScene({ ownBrowser: true })

const PAGES = ['/one', '/two', '/three', '/four']
const PAPER = '/paper.pdf'
/** Addresses whose answers are held until they may go. */
const SLOW = new Set(['/four', PAPER])
const asked: string[] = []
const held: ServerResponse[] = []
let isOpen = false
let server: Server
let origin = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    response.setHeader('access-control-allow-origin', '*')
    if (SLOW.has(path) && !isOpen) return void held.push(response)
    if (path === PAPER)
      return void response.setHeader('content-type', 'application/pdf').end(textPdf('The river has 41 locks'))
    response.setHeader('content-type', 'text/html')
    response.end(`<title>Page ${path}</title><article><p>The page ${path} says that rivers run.</p></article>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const resultsIn = ({ body }: MockRequest): string[] =>
  (body.messages ?? []).filter(({ role }) => role === 'tool').map(({ content }) => JSON.stringify(content))

it('five pages are researched, one of them a PDF, and become a report; killed in the middle, what was read is not read again', async () => {
  const { app, mock } = scene
  const addresses = [...PAGES, PAPER].map((path) => origin + path)
  const script = (request: MockRequest): MockReply => {
    const results = resultsIn(request)
    if (results.length === 0) return { toolCalls: addresses.map((url) => ({ name: 'fetch_page', arguments: { url } })) }
    if (results.length > addresses.length) return { text: 'See [the report](report.md): 41 locks.' }
    const content = `# Rivers\n\n${addresses.map((address) => `- ${address}`).join('\n')}\n\n41 locks.\n`
    return { toolCalls: [{ name: 'write_file', arguments: { path: 'report.md', content } }] }
  }
  mock.setScript(script)
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send(`Research ${addresses.join(' ')}`)
  const card = (n: number) => app.toolCalls('fetch_page').nth(n)
  for (const n of [0, 1, 2]) await eventually(() => card(n).textContent()).toContain('Done')
  await eventually(() => held.length).toBe(SLOW.size)
  const { hash } = new URL(app.page.url())
  isOpen = true
  const again = await scene.killAndRelaunch(hash)
  await again.untilAnswer('the report')
  await again.untilStatus('Idle')
  // the two that were cut off were asked for again; the others were not
  expect(asked.toSorted()).toEqual([...PAGES, ...SLOW, PAPER].toSorted())
  const results = resultsIn(mock.journal().at(-1) as MockRequest)
  expect(results).toHaveLength(6)
  for (const path of PAGES) expect(results.join()).toContain(`The page ${path} says that rivers run`)
  expect(results.join()).toContain('PDF, 1 page')
  expect(results.join()).toContain('The river has 41 locks')
  await again.openFiles()
  await eventually(() => again.files.getByRole('treeitem').allInnerTexts()).toHaveLength(1)
})
