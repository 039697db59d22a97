import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type App, eventually, pressArmed, visibleText } from '../support/app.ts'
import { askWorker } from '../support/ask-worker.ts'
import { type AuthServer, startAuthServer } from '../support/mcp-auth-server.ts'
import { type NotesServer, startNotesServer } from '../support/mcp-notes-server.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()
let auth: AuthServer
let notes: NotesServer
/** The next request to the token endpoint is never answered. */
let hangs = false
beforeAll(async () => {
  auth = await startAuthServer({
    answer: (path) => {
      if (path !== '/token' || !hangs) return false
      hangs = false
      return true
    },
  })
  notes = await startNotesServer(auth)
})
afterAll(async () => {
  await notes.close()
  await auth.close()
})

const call = (text: string) => ({ toolCalls: [{ name: 'notes__note', arguments: { text } }] })
const servers = (app: App) => app.page.getByRole('region', { name: 'MCP servers' })
const openTools = async (app: App): Promise<void> => {
  await app.button('Settings').click()
  await app.page.getByRole('tab', { name: 'MCP' }).click()
  await servers(app).waitFor()
}
const closeSettings = (app: App): Promise<void> =>
  app.page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Close', exact: true }).click()
/** Presses the button, and gives the window with the authority's question. */
const goThere = async (app: App, name: 'Sign in' | 'Sign in again'): Promise<Page> => {
  const opened = app.page.waitForEvent('popup')
  await servers(app).getByRole('button', { name, exact: true }).click()
  const window = await opened
  await window.getByRole('heading', { name: 'Consent' }).waitFor()
  // the page that asks has no hand on ours
  expect(await window.evaluate(() => opener)).toBeNull()
  return window
}
const say = async (app: App, text: string, answer: string): Promise<void> => {
  await app.send(text)
  await app.untilStatus('Waiting for you')
  await pressArmed(app.toolCalls('notes__note').last().getByRole('button', { name: 'Approve', exact: true }))
  await app.untilAnswer(answer)
  await app.untilStatus('Idle')
}

it('signing in at an MCP server: its tools appear, tokens outlast reloads and renew themselves, and what ends can be begun again', async () => {
  const { app, mock } = scene
  const script = ['One', 'Two', 'Three', 'Four', 'Five'].flatMap((word) => [call(word), { text: `${word} done.` }])
  mock.setScript(script)
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })

  await openTools(app)
  await servers(app).getByRole('button', { name: 'Add server' }).click()
  await servers(app).getByRole('textbox', { name: 'URL' }).fill(notes.url)
  await servers(app).getByRole('textbox', { name: 'Name' }).fill('notes')
  await servers(app).getByRole('button', { name: 'Save' }).click()
  await servers(app).getByText('wants a key or a sign-in (401)').waitFor()

  const window = await goThere(app, 'Sign in')
  const closed = window.waitForEvent('close')
  await window.getByRole('link', { name: 'Allow' }).click()
  await closed
  await servers(app)
    .getByText(`Signed in at ${new URL(auth.origin).host}`)
    .waitFor()
  await servers(app).getByText('1 tool', { exact: true }).waitFor()
  await closeSettings(app)
  await app.newSession()
  await say(app, 'First', 'One done.')
  await app.page.reload()
  await app.untilStatus('Idle')
  await say(app, 'Second', 'Two done.')

  auth.expireTokens()
  await say(app, 'Third', 'Three done.')
  expect(notes.notes).toEqual(['One', 'Two', 'Three'])

  auth.revokeAll()
  await say(app, 'Fourth', 'Four done.')
  expect(notes.notes.length).toBe(3)
  expect(JSON.stringify(mock.journal().at(-1)?.body.messages)).toMatch(/has ended\. Sign in again in Settings > MCP/)
  await openTools(app)
  await servers(app).getByText('has ended. Sign in again').waitFor()

  // both pages are reloaded in the middle: ours while the other asks, the one that comes back while the code is
  // exchanged
  const again = await goThere(app, 'Sign in again')
  await app.page.reload()
  hangs = true
  await again.getByRole('link', { name: 'Allow' }).click()
  await again.getByRole('status', { name: 'Outcome' }).waitFor()
  await eventually(() => hangs, 'the code is being exchanged').toBe(false)
  const done = again.waitForEvent('close')
  await again.reload({ waitUntil: 'commit' })
  await done
  await openTools(app)
  await servers(app)
    .getByText(`Signed in at ${new URL(auth.origin).host}`)
    .waitFor()
  await closeSettings(app)
  await say(app, 'Fifth', 'Five done.')
  expect(notes.notes.at(-1)).toBe('Five')

  await openTools(app)
  await servers(app).getByRole('button', { name: 'Sign out' }).click()
  await servers(app).getByText('Signed out.').waitFor()
  await servers(app).getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await eventually(() => auth.revoked.length, 'the authority is told').toBe(1)
  expect(auth.revoked[0]).toMatch(/^refresh-/)
})

it('an answer that nobody asked for is refused in words, and the address is cleaned', async () => {
  const { app } = scene
  await askWorker(app.page, {
    kind: 'save-mcp-server',
    server: { id: 'notes', name: 'notes', url: notes.url, enabled: true, trusted: false, createdAt: 1 },
  })
  const asked = auth.asked.length
  await app.page.goto(`${scene.site.url}?code=stolen&state=notes.${'x'.repeat(43)}&iss=${auth.origin}`)
  const dialog = app.page.getByRole('dialog', { name: 'Sign-in' })
  const outcome = dialog.getByRole('status', { name: 'Outcome' })
  await eventually(() => visibleText(outcome)).toContain('This sign-in wasn’t started here')
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await eventually(() => app.page.url()).toBe(scene.site.url)
  expect(auth.asked.length).toBe(asked)
})

it.each<[string, 'hidden challenge' | 'hidden metadata' | 'hidden token', RegExp]>([
  [
    'that hides where one signs in',
    'hidden challenge',
    /does not say how one signs in.*"Access-Control-Expose-Headers: WWW-Authenticate"/,
  ],
  [
    'whose metadata no web page may read',
    'hidden metadata',
    /\/\.well-known\/oauth-authorization-server does not answer, or cannot be read by a web page.*"Access-Control-Allow-Origin"/,
  ],
  [
    'whose tokens no web page may read',
    'hidden token',
    /does not let web pages read its answers \(\/token\): it must send "Access-Control-Allow-Origin"/,
  ],
])('a server %s says exactly what it lacks', async (_name, lack, words) => {
  const hiddenPaths = {
    'hidden challenge': [],
    'hidden metadata': ['/.well-known/oauth-authorization-server'],
    'hidden token': ['/token'],
  }
  const lame = await startAuthServer({ hidden: hiddenPaths[lack] })
  const behind = await startNotesServer(
    lame,
    lack === 'hidden challenge' ? { resource: () => null, hidesChallenge: true } : {},
  )
  const { app } = scene
  try {
    const server = { id: 'lame', name: 'lame', url: behind.url, enabled: true, trusted: false, createdAt: 1 }
    await askWorker(app.page, { kind: 'save-mcp-server', server })
    const begun = await askWorker(app.page, {
      kind: 'begin-mcp-sign-in',
      serverId: 'lame',
      redirectUrl: scene.site.url,
    }).catch((error: Error) => error)
    if (lack !== 'hidden token') return expect(String(begun)).toMatch(words)
    if (begun instanceof Error || begun.type !== 'go') throw new Error(JSON.stringify(begun))
    await app.page.goto(begun.address)
    await app.page.getByRole('link', { name: 'Allow' }).click()
    const outcome = app.page.getByRole('dialog', { name: 'Sign-in' }).getByRole('status', { name: 'Outcome' })
    await eventually(() => visibleText(outcome)).toMatch(words)
  } finally {
    await behind.close()
    await lame.close()
  }
})
