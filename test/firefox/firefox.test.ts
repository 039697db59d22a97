import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { copyOfBuild } from '../support/built-site.ts'
import { type Firefox, type FirefoxApp, launchFirefox } from '../support/firefox.ts'
import { createProfile, removeProfile } from '../support/launch.ts'
import { mainJob, whole } from '../support/main-job.ts'
import { type MockProvider, startMockProvider } from '../support/mock-provider.ts'
import { stuck } from '../support/mock-replies.ts'
import { type ServedFolder, serveFolder } from '../support/serve-folder.ts'

/** The main job in the other engine: what is promised in Chromium holds there, and what it lacks is said in words. */

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
  expect(firefox.complaints).toEqual([])
})
/** The page is in the service worker's hands: it needs its server no more. */
const untilInstalled = (): Promise<void> =>
  app.page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller !== null) return
    await new Promise<void>((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true }),
    )
  })

describe('in Firefox', () => {
  mainJob(() => ({
    app,
    mock,
    reload: async () => void (await app.page.reload()),
    openSecond: () => firefox.openTab(app.page.url()),
    closeFirst: () => app.page.close(),
    untilInstalled,
    withoutServer: async (during) => {
      await site.close()
      await during().finally(async () => {
        site = await serveFolder(built.folder)
      })
    },
  }))

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
