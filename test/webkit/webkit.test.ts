import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { copyOfBuild } from '../support/built-site.ts'
import { createProfile, removeProfile } from '../support/launch.ts'
import { type MockProvider, startMockProvider } from '../support/mock-provider.ts'
import { stuck } from '../support/mock-replies.ts'
import { type ServedFolder, serveFolder } from '../support/serve-folder.ts'
import { launchWebKit, type WebKit, type WebKitApp } from './webkit.ts'

/** The main job in the third engine. A driven browser of GTK's keeps nothing beyond its own end, so a kill is not tried. */

/** The answer from its first to its last word, once; its figures may stand below. */
const whole = (words: number): RegExp => new RegExp(`^word1 (\\w+ ){${words - 2}}word${words}(\\n|$)`)
let built: ReturnType<typeof copyOfBuild>
let folder: string
let webkit: WebKit
let site: ServedFolder
let mock: MockProvider
let app: WebKitApp

beforeAll(() => {
  built = copyOfBuild('dist')
}, 120_000)
afterAll(() => built.remove())
// a browser for each: what one test keeps is not there in the next
beforeEach(async () => {
  folder = createProfile()
  site = await serveFolder(built.folder)
  mock = await startMockProvider()
  webkit = await launchWebKit(folder)
  app = webkit.app
  await app.session.go(site.url)
})
afterEach(async () => {
  await webkit.close()
  await mock.close()
  await site.close()
  removeProfile(folder)
})

describe('in WebKit', () => {
  it('a tool runs, and a reload in mid-sentence goes on by itself to one whole answer', async () => {
    const write = { name: 'write_file', arguments: { path: 'notes.md', content: '# Kept' } }
    mock.setScript([{ text: 'I write it.', toolCalls: [write] }, stuck(60), { words: 60, pace: { chunkMs: 5 } }])
    await app.connect(mock.baseUrl)
    await app.send('Write and count')
    await app.untilAnswer(/word9/)
    await app.session.reload()
    await app.untilStatus(/^Idle$/)
    await app.untilAnswer(whole(60))
    expect(mock.journal()).toHaveLength(3)
    expect(mock.journal()[2]?.body.messages).toEqual(mock.journal()[1]?.body.messages)
    await app.untilShown(/notes\.md/)
    expect(await app.all()).toContain('This browser cannot link a folder on disk.')
  })

  it('code runs in the sandbox', async () => {
    const code = { name: 'run_javascript', arguments: { code: '6 * 7' } }
    mock.setScript([{ toolCalls: [code] }, { text: 'It is done.' }])
    await app.connect(mock.baseUrl)
    await app.send('Compute')
    await app.untilAnswer(/It is done\./)
    const { messages } = mock.journal()[1]?.body ?? {}
    expect(JSON.stringify(messages?.at(-1))).toContain('42')
  })

  it('a second tab shows the answer while it comes, and takes over when the first is closed', async () => {
    mock.setScript([stuck(60), { words: 120, pace: { chunkMs: 2 } }])
    await app.connect(mock.baseUrl)
    await app.send('Count')
    await app.untilAnswer(/word3/)
    const first = await app.session.tab()
    const address = await app.session.address()
    const second = await app.session.newTab()
    await app.session.toTab(second)
    await app.session.go(address)
    await app.untilAnswer(/word9/)
    await app.session.toTab(first)
    await app.session.closeTab()
    await app.session.toTab(second)
    await app.untilAnswer(whole(120))
    await app.untilStatus(/^Idle$/)
    expect(mock.journal()).toHaveLength(2)
  })

  it('the page needs its server no more once it is installed', async () => {
    mock.setScript([{ text: 'Kept.' }])
    await app.connect(mock.baseUrl)
    await app.send('Hello')
    await app.untilAnswer(/Kept\./)
    await app.session.run(`navigator.serviceWorker.ready.then(() => { document.body.dataset.ready = 'yes' })`)
    await expect.poll(() => app.session.run('return document.body.dataset.ready')).toBe('yes')
    await site.close()
    try {
      await app.session.reload()
      await app.untilAnswer(/Kept\./)
    } finally {
      site = await serveFolder(built.folder)
    }
  })
})
