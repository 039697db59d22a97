import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import { copyOfBuild } from '../support/built-site.ts'
import { createProfile, removeProfile } from '../support/launch.ts'
import { mainJob } from '../support/main-job.ts'
import { type MockProvider, startMockProvider } from '../support/mock-provider.ts'
import { type ServedFolder, serveFolder } from '../support/serve-folder.ts'
import { launchWebKit, type WebKit } from './webkit.ts'

/**
 * The main job in the third engine. A driven browser of GTK's keeps nothing beyond its own end, so a kill is not tried.
 */

let built: ReturnType<typeof copyOfBuild>
let folder: string
let webkit: WebKit
let site: ServedFolder
let mock: MockProvider

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
  await webkit.session.go(site.url)
})
afterEach(async () => {
  await webkit.close()
  await mock.close()
  await site.close()
  removeProfile(folder)
})

describe('in WebKit', () => {
  mainJob(() => {
    const { session, app } = webkit
    let first = ''
    let second = ''
    return {
      app,
      mock,
      reload: () => session.reload(),
      // its driver acts in one tab at a time: the app is that of the tab
      openSecond: async () => {
        first = await session.tab()
        const address = await session.address()
        second = await session.newTab()
        await session.toTab(second)
        await session.go(address)
        return app
      },
      closeFirst: async () => {
        await session.toTab(first)
        await session.closeTab()
        await session.toTab(second)
      },
      untilInstalled: async () => {
        await session.run(`navigator.serviceWorker.ready.then(() => { document.body.dataset.ready = 'yes' })`)
        await expect.poll(() => session.run('return document.body.dataset.ready')).toBe('yes')
      },
      withoutServer: async (during) => {
        await site.close()
        await during().finally(async () => {
          site = await serveFolder(built.folder)
        })
      },
    }
  })
})
