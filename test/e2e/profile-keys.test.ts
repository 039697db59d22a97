import { afterEach, beforeEach, expect, it } from 'vitest'
import { type App, appOn } from '../support/app.ts'
import { askWorker } from '../support/ask-worker.ts'
import { copyOfBuild } from '../support/built-site.ts'
import { carve, openAll } from '../support/carve-keys.ts'
import { type Browser, createProfile, launch, removeProfile } from '../support/launch.ts'
import { pathsWith } from '../support/profile-bytes.ts'
import { type ServedFolder, serveFolder } from '../support/serve-folder.ts'

/**
 * A thief takes the folder of the browser profile after the browser has ended, and reads every file in it. Chromium's
 * LevelDB keeps what was deleted until it rewrites its files, so a key that is gone for the app may lie there still.
 */

const FIRST = 'sk-first-7f3a9c5e1d2b4860'
const SECOND = 'sk-second-0b8e4d6a2c9f1357'
const NEWER = 'sk-newer-5d1c3b7a9e2f4068'
const WORDS = 'correct horse battery staple'
const OTHER_WORDS = 'another long passphrase'
/** The addresses are never asked. */
const HOME = 'http://localhost:9'
const AWAY = 'http://localhost:7'

let built: ReturnType<typeof copyOfBuild>
let site: ServedFolder
let profile: string
let browser: Browser
let app: App

const start = async (): Promise<void> => {
  browser = await launch(profile)
  const page = await browser.context.newPage()
  await page.goto(site.url)
  app = appOn(page)
}
/** Ends the browser and reads its files. */
const steal = async (passphrases: readonly string[] = []): Promise<string[]> => {
  await browser.close()
  const bound = [
    ['one', HOME],
    ['two', AWAY],
  ] as const
  const opened = openAll(carve(profile), bound, passphrases)
  for (const secret of [FIRST, SECOND, NEWER, ...passphrases])
    for (const encoding of ['utf8', 'utf16le'] as const)
      expect(pathsWith(profile, Buffer.from(secret, encoding)), `${secret} in the clear`).toEqual([])
  return opened
}
const save = (id: string, baseUrl: string, key: string): Promise<unknown> =>
  askWorker(app.page, {
    kind: 'save-provider',
    provider: {
      id,
      kind: 'openai-compatible',
      label: id,
      baseUrl: `${baseUrl}/v1`,
      model: 'mock-model',
      models: [],
      createdAt: 1,
    },
    key,
  })
const settings = async () => {
  await app.button('Settings').click()
  const dialog = app.page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('tab', { name: 'Data' }).click()
  return dialog
}
const setPassphrase = async (words: string, button?: string): Promise<void> => {
  const dialog = await settings()
  if (button !== undefined) await dialog.getByRole('button', { name: button }).click()
  await dialog.getByLabel('New passphrase').fill(words)
  await dialog.getByLabel('Repeat passphrase').fill(words)
  await dialog.getByRole('button', { name: 'Set passphrase' }).click()
  await dialog.getByRole('button', { name: 'Lock now' }).waitFor()
}
const unlock = async (words: string): Promise<void> => {
  const dialog = await settings()
  await dialog.getByLabel('Passphrase', { exact: true }).fill(words)
  await dialog.getByRole('button', { name: 'Unlock' }).click()
  await dialog.getByRole('button', { name: 'Lock now' }).waitFor()
  await app.page.keyboard.press('Escape')
}

beforeEach(async () => {
  built = copyOfBuild('dist')
  site = await serveFolder(built.folder, { withheld: 'service-worker.js' })
  profile = createProfile()
  await start()
  await app.button('Add provider').waitFor()
  await save('one', HOME, FIRST)
  await save('two', AWAY, SECOND)
}, 120_000)
afterEach(async () => {
  await browser.close()
  await site.close()
  removeProfile(profile)
  built.remove()
})

it('a passphrase protected no key that was entered before it: the old key and what it sealed were in the files still, and so after a change, and after its removal', async () => {
  // the thief's way of reading is a good one: without a passphrase he has everything
  expect(await steal()).toEqual([FIRST, SECOND])
  await start()
  await setPassphrase(WORDS)
  expect(await steal()).toEqual([])
  expect(openAll(carve(profile), [['one', HOME]], [WORDS])).toEqual([FIRST])
  await start()
  await unlock(WORDS)
  await setPassphrase(OTHER_WORDS, 'Change passphrase')
  // a passphrase that somebody knows is changed for that
  expect(await steal([WORDS])).toEqual([])
  expect(openAll(carve(profile), [['two', AWAY]], [OTHER_WORDS])).toEqual([SECOND])
  await start()
  await unlock(OTHER_WORDS)
  const dialog = await settings()
  await dialog.getByRole('button', { name: 'Remove passphrase' }).click()
  await dialog.getByLabel('New passphrase').waitFor()
  await browser.close()
  const left = carve(profile)
  expect(openAll(left, [['two', AWAY]])).toEqual([SECOND])
  expect(openAll({ ...left, keys: [] }, [['two', AWAY]], [WORDS, OTHER_WORDS])).toEqual([])
})

it('keys that were replaced, removed or given up were in the files still', async () => {
  await save('one', HOME, NEWER)
  expect(await steal()).toEqual([NEWER, SECOND])
  await start()
  await askWorker(app.page, { kind: 'delete-provider', providerId: 'two' })
  // ended by force, as soon as it says that the key is gone
  await browser.kill9()
  expect(openAll(carve(profile), [['two', AWAY]])).toEqual([])
  await start()
  await setPassphrase(WORDS)
  await app.button('Lock now').click()
  const give = app.page.getByRole('button', { name: /^Forgot it|^Delete all keys/ })
  await give.click()
  await give.click()
  await app.page.getByLabel('New passphrase').waitFor()
  expect(await steal([WORDS])).toEqual([])
})
