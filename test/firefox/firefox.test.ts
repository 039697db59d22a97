import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { copyOfBuild } from '../support/built-site.ts'
import { type Firefox, type FirefoxApp, launchFirefox } from '../support/firefox.ts'
import { createProfile, removeProfile } from '../support/launch.ts'
import { type MockProvider, startMockProvider } from '../support/mock-provider.ts'
import { stuck } from '../support/mock-replies.ts'
import { type ServedFolder, serveFolder } from '../support/serve-folder.ts'

/** The main job in the other engine: what is promised in Chromium holds there, and what it lacks is said in words. */

/** The answer from its first to its last word, once; its figures may stand below. */
const whole = (words: number): RegExp => new RegExp(`^word1 (\\w+ ){${words - 2}}word${words}(\\n|$)`)
let built: ReturnType<typeof copyOfBuild>
let profile: string
let firefox: Firefox
let site: ServedFolder
let mock: MockProvider
let app: FirefoxApp

beforeAll(async () => {
  built = copyOfBuild('dist')
  profile = createProfile()
  firefox = await launchFirefox(profile)
}, 120_000)
afterAll(async () => {
  await firefox.close()
  removeProfile(profile)
  built.remove()
})
beforeEach(async () => {
  site = await serveFolder(built.folder)
  mock = await startMockProvider()
  app = await firefox.openTab(site.url)
})
afterEach(async () => {
  await mock.close()
  await site.close()
  expect(app.complaints).toEqual([])
})
/** The page is in the service worker's hands: it needs its server no more. */
const untilInstalled = (): Promise<unknown> =>
  app.page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller !== null) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })

describe('in Firefox', () => {
  it('a tool runs, and a reload in mid-sentence goes on by itself to one whole answer', async () => {
    const write = { name: 'write_file', arguments: { path: 'notes.md', content: '# Kept' } }
    mock.setScript([{ text: 'I write it.', toolCalls: [write] }, stuck(60), { words: 60, pace: { chunkMs: 5 } }])
    await app.connect(mock.baseUrl)
    await app.send('Write and count')
    await app.untilAnswer(/word9/)
    await app.page.reload()
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
    const second = await firefox.openTab(app.page.url())
    await second.untilAnswer(/word9/)
    await app.page.close()
    await second.untilAnswer(whole(120))
    await second.untilStatus(/^Idle$/)
    expect(mock.journal()).toHaveLength(2)
    expect(second.complaints).toEqual([])
  })

  it('the page needs its server no more once it is installed', async () => {
    mock.setScript([{ text: 'Kept.' }])
    await app.connect(mock.baseUrl)
    await app.send('Hello')
    await app.untilAnswer(/Kept\./)
    await untilInstalled()
    await site.close()
    try {
      await app.page.reload()
      await app.untilAnswer(/Kept\./)
    } finally {
      site = await serveFolder(built.folder)
    }
  })

  it('a killed browser goes on where it was', async () => {
    mock.setScript([stuck(60), { words: 60, pace: { chunkMs: 5 } }])
    await app.connect(mock.baseUrl)
    await app.send('Count to sixty')
    await app.untilAnswer(/word9/)
    const address = app.page.url()
    await firefox.kill9()
    firefox = await launchFirefox(profile)
    app = await firefox.openTab(address)
    await app.untilAnswer(whole(60))
    await app.untilStatus(/^Idle$/)
    expect(await app.answers()).toHaveLength(1)
    expect(mock.journal()).toHaveLength(2)
  })
})
