import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type App, eventually, pressArmed, visibleText } from '../support/app.ts'
import { makeGate } from '../support/gate.ts'
import { heldUntil, stuck } from '../support/mock-replies.ts'
import { deployNextVersion } from '../support/next-version.ts'
import { type OutsideServer, startOutsideServer } from '../support/outside-server.ts'
import { type Scene, useScene } from '../support/scene.ts'

/**
 * A new version is deployed over the one that runs: its files have other names, and the old ones are gone from the
 * server.
 */
let outside: OutsideServer
let deployed = 1
beforeAll(async () => {
  outside = await startOutsideServer(({ body }) => ({ body: `receipt for ${body['step']}` }))
})
afterAll(() => outside.close())
beforeEach(() => outside.requests.splice(0))

const versionOf = ({ page }: App): Promise<string> =>
  page.evaluate(() => document.documentElement.dataset['version'] ?? '1').catch(() => 'on its way')
const controlled = ({ page }: App): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null)
const prompt = ({ page }: App) => page.getByRole('status', { name: 'New version' })
const reloadButton = (app: App) => prompt(app).getByRole('button', { name: 'Reload', exact: true })
/** Its files come first, all of them. */
const untilOffered = (app: App): Promise<void> => reloadButton(app).waitFor({ timeout: 60_000 })
const hashOf = ({ page }: App): string => new URL(page.url()).hash

/** Deploys; returns the version's name, and what was asked of the server since that it no longer has. */
function deploy(scene: Scene): { version: string; missed: () => string[] } {
  const version = String(++deployed)
  const before = scene.site.requests.length
  deployNextVersion(scene.folder, version)
  const missed = (): string[] =>
    scene.site.requests
      .slice(before)
      .filter((path) => path.startsWith('/assets/') && !existsSync(join(scene.folder, path)))
  return { version, missed }
}

describe('a new version in the middle of a run', () => {
  const scene = useScene({ build: 'dist-test', installed: true })
  it('waits for the word of the person; Reload in mid-sentence: every tab runs it, and the same task goes on', async () => {
    const { app, mock } = scene
    const before = await versionOf(app)
    mock.setScript([stuck(120), { words: 120 }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await controlled(app)
    await app.send('Count')
    await app.untilAnswer('word5')
    const { version, missed } = deploy(scene)
    // opened now, it is still of the version that the other tab runs; the browser looks for a new one by itself
    const second = await scene.openTab(hashOf(app))
    await second.untilAnswer('word9')
    for (const tab of [app, second]) await untilOffered(tab)
    await second.composer.fill('Half a thought')

    // nobody has agreed: the old version works on, also those of its parts that it has not needed so far
    await app.button('Settings').click()
    await app.page.getByRole('dialog', { name: 'Settings' }).getByRole('tab', { name: 'Data', exact: true }).click()
    await app.page.keyboard.press('Escape')
    expect([await versionOf(app), await versionOf(second)]).toEqual([before, before])
    expect([await app.status(), mock.journal().length]).toEqual(['Writing', 1])

    await reloadButton(app).click()
    for (const tab of [app, second]) {
      await eventually(() => versionOf(tab), 'the version of the page').toBe(version)
      await tab.untilStatus('Idle', 30_000)
      await eventually(() => tab.lastAnswer(), 'the answer').toMatch(/^word1 .* word120$/s)
      await eventually(() => tab.answers.count()).toBe(1)
      await eventually(() => tab.questionTexts()).toEqual(['Count'])
      await eventually(() => prompt(tab).count()).toBe(0)
    }
    await eventually(() => second.composer.inputValue()).toBe('Half a thought')
    // once more for the page that was left, and at most once for a tab that took over before it was loaded again itself
    await eventually(() => mock.journal()[0]?.disconnected).toBe(true)
    expect(mock.journal().length).toBeLessThanOrEqual(3)
    expect(missed()).toEqual([])
  })

  it('Reload in the middle of tools: no act happens twice; a tab with a form half filled in keeps it and goes on with its own version', async () => {
    const { app, mock } = scene
    const before = await versionOf(app)
    const act = (name: string, step: string) => ({ name, arguments: { server: outside.origin, session: 's', step } })
    mock.setScript([
      { text: 'Acting.', toolCalls: [act('test_pay_long', 'pay'), act('test_put_long', 'put')] },
      { text: 'All is done.' },
    ])
    outside.hold('/act')
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await controlled(app)
    await app.send('Act')
    await eventually(() => outside.requests.length, 'the acts').toBe(2)
    const { version, missed } = deploy(scene)
    const second = await scene.openTab(hashOf(app))
    await second.button('Settings').click()
    await second.page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Add provider' }).click()
    await second.providerDialog.getByRole('textbox', { name: 'API key' }).fill('half a key')
    await untilOffered(app)
    await reloadButton(app).click()

    await eventually(() => versionOf(app), 'the version of the page').toBe(version)
    await eventually(() => outside.requests.length, 'what may be repeated is').toBe(3)
    outside.release('/act')
    await app.untilStatus('Waiting for you')
    await eventually(() => visibleText(app.toolCalls('test_pay_long'))).toContain('Unknown outcome')
    await eventually(() => visibleText(app.toolCalls('test_put_long'))).toContain('Done')
    const keysOf = (step: string): unknown[] =>
      outside.requests.filter(({ body }) => body['step'] === step).map(({ body }) => body['key'])
    expect(keysOf('pay')).toHaveLength(1)
    expect(keysOf('put')).toEqual([keysOf('put')[0], keysOf('put')[0]])

    // the other tab was not loaded again under the person's hands; whichever of the two worked, it had all its parts
    expect(await second.providerDialog.getByRole('textbox', { name: 'API key' }).inputValue()).toBe('half a key')
    expect(await versionOf(second)).toBe(before)
    await second.page.keyboard.press('Escape')
    await pressArmed(app.toolCalls('test_pay_long').getByRole('button', { name: 'Skip', exact: true }))
    for (const tab of [app, second]) await tab.untilAnswer('All is done.')
    await reloadButton(second).click()
    await eventually(() => versionOf(second), 'the version of the other page').toBe(version)
    await second.untilAnswer('All is done.')
    await second.untilStatus('Idle')
    expect(mock.journal()).toHaveLength(2)
    expect(outside.requests).toHaveLength(3)
    expect(missed()).toEqual([])
  })
})

describe('a new version where no service worker keeps the files of the old one', () => {
  const scene = useScene({ build: 'dist-test' })
  beforeAll(() => rmSync(join(scene.folder, 'service-worker.js')))

  it('a tool whose code is gone from the server waits for the reload that the page offers, and is then carried out once', async () => {
    const { app, mock } = scene
    const gone = makeGate()
    mock.setScript([
      {
        ...heldUntil(gone.opened, 60),
        toolCalls: [{ name: 'write_file', arguments: { path: 'note.md', content: 'once' } }],
      },
      { text: 'Written.' },
    ])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Write')
    await app.untilAnswer('word3')
    const { version } = deploy(scene)
    gone.open()
    await app.untilStatus('Using write_file')
    await untilOffered(app)
    expect(await versionOf(app)).not.toBe(version)
    await reloadButton(app).click()
    await app.untilAnswer('Written.')
    await app.untilStatus('Idle')
    expect(await versionOf(app)).toBe(version)
    await eventually(() => visibleText(app.toolCalls('write_file'))).toContain('Done')
    await eventually(() => app.files.getByRole('treeitem').count(), 'the file').toBe(1)
    // nothing was paid for twice, and the model has read of no trouble
    expect(mock.journal()).toHaveLength(2)
    const results = mock.journal()[1]?.body.messages?.filter(({ role }) => role === 'tool')
    expect(results).toEqual([expect.objectContaining({ content: expect.stringContaining('note.md') })])
  })
})
