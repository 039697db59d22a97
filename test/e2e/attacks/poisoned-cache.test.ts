import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventually } from '../../support/app.ts'
import { deployNextVersion } from '../../support/next-version.ts'
import { cases } from '../../support/runs.ts'
import { useScene } from '../../support/scene.ts'

/**
 * What the service worker keeps is the app from then on. A network that wants a sign-in, and a host that answers every
 * address with a page, give other bytes under the names of our files.
 */

const scene = useScene({ installed: true, ownBrowser: true })
const PORTAL = '<!doctype html><title>Log in</title><h1>Welcome to our network</h1>'
const controlled = (): Promise<unknown> =>
  scene.app.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
const versionOf = (): Promise<string> =>
  scene.app.page.evaluate(() => document.documentElement.dataset['version'] ?? '1')
const lookForUpdate = (): Promise<string> =>
  scene.app.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update().catch(() => undefined)
    const coming = registration.installing
    if (coming === null) return registration.waiting === null ? 'none' : 'waits'
    return new Promise<string>((resolve) => {
      const look = (): void => {
        if (coming.state !== 'installing') resolve(coming.state)
      }
      coming.addEventListener('statechange', look)
      look()
    })
  })

type Victim = [string, (name: string) => boolean]
const LATE: Victim = ['a part that is needed late', (name) => /^assets\/settings-[\w-]{7}\.js$/.test(name)]
const OTHERS: Victim[] = [
  ['its page', (name) => name === 'index.html'],
  ['a style', (name) => name.endsWith('.css')],
]

it.each(cases([LATE], OTHERS))(
  'a new version of which %s is the sign-in page of a network is not kept: the old one goes on, offline too',
  async (_, isPoisoned) => {
    await controlled()
    const before = await versionOf()
    // the site's files are those of the test before
    const next = `${before}2`
    deployNextVersion(scene.folder, next)
    const files = readdirSync(scene.folder, { recursive: true, encoding: 'utf8' })
    const poisoned = files.filter((name) => isPoisoned(name)).slice(0, 1)
    expect(poisoned).toHaveLength(1)
    const [victim = ''] = poisoned
    const whole = readFileSync(join(scene.folder, victim))
    scene.site.answerInstead(`/${victim}`, { type: 'text/html; charset=utf-8', body: PORTAL })
    expect(await lookForUpdate()).toBe('redundant')
    await scene.browser.context.setOffline(true)
    await scene.app.page.reload()
    await scene.app.page.getByRole('heading', { name: 'Welcome to Reflexor' }).waitFor()
    expect(await versionOf()).toBe(before)
    await scene.browser.context.setOffline(false)

    // the network lets it through: the next look takes it
    scene.site.answerInstead(`/${victim}`, null)
    expect(readFileSync(join(scene.folder, victim))).toEqual(whole)
    expect(await lookForUpdate()).not.toBe('redundant')
    const reload = scene.app.page.getByRole('status', { name: 'New version' }).getByRole('button', { name: 'Reload' })
    await reload.click()
    await eventually(() => versionOf().catch(() => '')).toBe(next)
  },
)

it('a script of another site cannot put anything under our addresses, and answers of an API are kept nowhere', async () => {
  const { app, mock, site } = scene
  await controlled()
  mock.setScript([{ text: 'Kept nowhere.' }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Hello')
  await app.untilAnswer('Kept nowhere.')
  writeFileSync(join(scene.folder, 'later.txt'), 'not a file of the app')
  await app.page.evaluate((url) => fetch(url).then((answer) => answer.text()), `${site.url}later.txt`).catch(() => '')
  const kept = await app.page.evaluate(async () => {
    const addresses: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) addresses.push(url)
    return addresses
  })
  expect(kept.filter((url) => !url.startsWith(site.url) || /later|v1|chat/.test(url))).toEqual([])
})
