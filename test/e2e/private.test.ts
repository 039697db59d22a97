import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { App } from '../support/app.ts'
import { eventually } from '../support/app.ts'
import { databasesAsText } from '../support/databases-as-text.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene({ ownBrowser: true })
const WORD = 'xylophone'

/** Everything that this origin can keep in the browser, as one text. */
async function everythingKept(app: App): Promise<string> {
  const databases = await app.page.evaluate(databasesAsText)
  const rest = await app.page.evaluate(async () => {
    const found = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        found.push(request.url)
        const type = (await cache.match(request))?.headers.get('content-type') ?? ''
        if (!/javascript|css|font|image|wasm/.test(type)) found.push((await (await cache.match(request))?.text()) ?? '')
      }
    }
    type Folder = FileSystemDirectoryHandle & { values: () => AsyncIterable<FileSystemHandle> }
    const walk = async (folder: Folder): Promise<void> => {
      for await (const entry of folder.values())
        if (entry.kind === 'directory') await walk(entry as Folder)
        else found.push(entry.name, await (await (entry as FileSystemFileHandle).getFile()).text())
    }
    await walk((await navigator.storage.getDirectory()) as Folder)
    return found.join('\n')
  })
  return `${databases}\n${rest}`
}

/** Files of the profile in which the bytes of the word are. */
function filesWith(folder: string, word: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name)
    try {
      if (!statSync(path).isFile()) return false
      const bytes = readFileSync(path)
      return bytes.includes(word) || bytes.includes(Buffer.from(word, 'utf16le'))
    } catch {
      return false // a socket or a lock of the browser that was killed
    }
  })
}

async function beginPrivate(app: App): Promise<void> {
  await app.page.keyboard.press('Control+k')
  await app.page.getByRole('combobox', { name: 'Command' }).fill('New private session')
  await app.page.keyboard.press('Enter')
  await app.page.getByRole('region', { name: 'Private session' }).waitFor()
}

it('a private talk is nowhere in the browser: not while it lasts, and not in its files after a kill in the middle', async () => {
  const { app, mock } = scene
  const write = { name: 'write_file', arguments: { path: `${WORD}.txt`, content: `a ${WORD} in a file` } }
  mock.setScript([{ text: `Writing about a ${WORD}.`, toolCalls: [write] }, { text: `The ${WORD} is done.` }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await beginPrivate(app)
  const { hash } = new URL(app.page.url())
  expect(hash).toMatch(/^#\/session\/private-/)
  await app.send(`Tell me about the ${WORD}`)
  await app.untilAnswer(`The ${WORD} is done.`)
  expect(await app.toolCalls('write_file').count()).toBe(1)
  const line = app.sessions.getByRole('link').filter({ has: app.page.getByRole('img', { name: 'Private' }) })
  await eventually(() => line.count()).toBe(1)
  expect(await app.page.title()).not.toContain(WORD)
  await app.composer.fill(`one more ${WORD}`)
  expect(await everythingKept(app)).not.toContain(WORD)

  // another tab knows nothing of it
  const other = await scene.openTab(hash)
  await other.page.getByRole('heading', { name: 'This private session has ended' }).waitFor()
  expect(await everythingKept(other)).not.toContain(WORD)
  await other.page.close()

  // killed in the middle of an answer
  mock.setScript([{ text: Array.from({ length: 400 }, () => WORD).join(' '), pace: { chunkMs: 40 } }])
  await app.send(`A long story of the ${WORD}`)
  await app.untilAnswer(new RegExp(`${WORD} ${WORD}`))
  const found: string[] = []
  const again = await scene.killAndRelaunch(hash, (profile) => void found.push(...filesWith(profile, WORD)))
  await again.page.getByRole('heading', { name: 'This private session has ended' }).waitFor()
  expect(await again.sessions.getByRole('link').count()).toBe(0)
  expect(await everythingKept(again)).not.toContain(WORD)
  expect(found).toEqual([])
})

it('"End" forgets it and leaves the other sessions, and what it cost still counts for the day', async () => {
  const { app, mock } = scene
  mock.setScript([{ text: 'A usual answer.' }, { text: `A ${WORD}.` }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('A usual question')
  await app.untilAnswer('A usual answer.')
  await beginPrivate(app)
  await app.send(`A question about the ${WORD}`)
  await app.untilAnswer(`A ${WORD}.`)
  await app.button('End').click()
  await app.page.getByRole('heading', { name: 'What can I help with?' }).waitFor()
  await eventually(() => app.sessions.getByRole('link').count()).toBe(1)
  expect(await app.page.getByRole('img', { name: 'Private' }).count()).toBe(0)
  const kept = await everythingKept(app)
  expect(kept).not.toContain(WORD)
  expect(kept).toMatch(/usage:private-/)
  expect(kept).toContain('A usual question')
})
