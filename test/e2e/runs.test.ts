import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type App, eventually, pressArmed } from '../support/app.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene({ ownBrowser: true })
const visited: string[] = []
let server: Server
let origin = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    visited.push(request.url ?? '')
    response.setHeader('access-control-allow-origin', '*').setHeader('content-type', 'text/html')
    response.end('<title>Page</title><article><p>Words of the recorded page.</p></article>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const runs = (app: App): Locator => app.page.getByRole('dialog', { name: 'Run again with another model' })
/** The figures of one line of the table, the original first. */
const line = (app: App, name: string): Promise<string[]> =>
  runs(app)
    .getByRole('row')
    .filter({ has: app.page.getByRole('rowheader', { name, exact: true }) })
    .getByRole('cell')
    .allInnerTexts()
async function openRuns(app: App): Promise<void> {
  await app.page.keyboard.press('Control+k')
  await app.page.getByRole('combobox', { name: 'Command' }).fill('Run again with another model')
  await app.page.keyboard.press('Enter')
  await runs(app).waitFor()
}

it('a recorded task runs again with another model, over a kill: tools answer from the recording, nothing acts outside', async () => {
  const { app, mock } = scene
  const fetched = (path: string) => ({ name: 'fetch_page', arguments: { url: `${origin}/${path}` } })
  mock.setScript(({ body }, n) => {
    const told = JSON.stringify(body.messages)
    if (body.model === 'mock-model')
      return n === 0 ? { toolCalls: [fetched('recorded')] } : { text: n === 1 ? 'It was read.' : 'You are welcome.' }
    if (!told.includes('Words of the recorded page.')) return { toolCalls: [fetched('recorded'), fetched('other')] }
    if (told.includes('Thank you')) return { text: 'Another goodbye.' }
    return { text: `Another ${'long '.repeat(60)}answer.`, pace: { chunkMs: 60 } }
  })
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Read the page')
  await app.untilStatus('Waiting for you')
  await pressArmed(app.button('Approve'))
  await app.untilAnswer('It was read.')
  await app.send('Thank you')
  await app.untilAnswer('You are welcome.')
  expect(visited).toEqual(['/recorded'])

  await openRuns(app)
  await runs(app).getByRole('button', { name: 'Choose a model and run' }).click()
  const models = app.page.getByRole('dialog', { name: 'Choose a model' })
  await models.getByRole('combobox', { name: 'Find a model' }).fill('mock-model-2')
  await models.getByRole('option', { name: 'mock-model-2' }).first().click()
  // killed in the middle of the long answer
  await mock.until((journal) => journal.filter(({ body }) => body.model === 'mock-model-2').length === 2)
  const { hash } = new URL(app.page.url())
  const again = await scene.killAndRelaunch(hash)
  await again.untilAnswer('You are welcome.')
  await openRuns(again)
  await eventually(() => line(again, 'Result'), 'results').toEqual(['You are welcome.', 'Another goodbye.'])
  expect(await line(again, 'State')).toEqual(['Done', 'Done'])
  expect(await line(again, 'Model')).toEqual(['mock-model', 'mock-model-2'])
  expect(await line(again, 'Tool calls')).toEqual(['1', '2'])
  expect(await line(again, 'From the recording')).toEqual(['0', '1'])
  expect(await line(again, 'Not in the recording')).toEqual(['0', '1'])
  // the site was never asked again, and nobody was asked to approve
  expect(visited).toEqual(['/recorded'])
  const sent = mock.journal().filter(({ body }) => body.model === 'mock-model-2')
  expect(JSON.stringify(sent.at(-1)?.body.messages)).toContain('answered from a recording, which has no such call')

  const saved = async (name: string): Promise<string> => {
    const download = again.page.waitForEvent('download')
    await runs(again).getByRole('button', { name }).click()
    return readFileSync(await (await download).path(), 'utf8')
  }
  const json = JSON.parse(await saved('Save as JSON'))
  expect(json.runs).toMatchObject([
    { models: ['mock-model'], toolCalls: 1, notInRecording: 0, result: 'You are welcome.' },
    { models: ['mock-model-2'], toolCalls: 2, fromRecording: 1, notInRecording: 1, result: 'Another goodbye.' },
  ])
  const markdown = await saved('Save as Markdown')
  expect(markdown).toContain('| Model | mock-model | mock-model-2 |')
  expect(markdown).toMatch(/not in the recording, nothing done: ` fetch_page .*other/)
})
