import axe from 'axe-core'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerRow, callOf, unsettledHead, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { changing } from './at-rest.ts'
import { openPage } from './open-page.ts'

/**
 * Of the page at rest: before that, its colours are still changing. In the dark only colours differ, so only they are
 * looked at.
 */
async function problems(): Promise<string[]> {
  await expect.poll(changing).toBe(0)
  const isDark = document.documentElement.dataset['theme'] === 'dark'
  const { violations } = await axe.run(document.body, {
    ...(isDark ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {}),
    // the test runner's own document around the page has neither
    rules: { 'document-title': { enabled: false }, 'html-has-lang': { enabled: false } },
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
}

function rich() {
  const fake = makeFakeWorker()
  const calls = [
    callOf('1.0.0', { status: 'pending', started: false }),
    callOf('1.0.1', { name: 'send_mail', status: 'unknown' }),
    callOf('1.0.4', { name: 'ask_user', status: 'asking', question: { text: 'Which?', choices: ['One', 'Two'] } }),
    callOf('1.0.5', { name: 'wait', status: 'waiting', until: 4_000_000_000_000 }),
    callOf('1.0.2', {
      name: 'read_file',
      result: { kind: 'error', content: [{ type: 'text', text: 'No' }], terminate: false, timestamp: 1 },
    }),
    callOf('1.0.3', {
      name: 'edit_file',
      result: {
        kind: 'ok',
        content: [],
        details: { shape: 'diff', path: 'a.md', before: 'a\nb', after: 'a\nc' },
        terminate: false,
        timestamp: 1,
      },
    }),
  ]
  const text =
    '# Plan\n\nSee [docs](https://docs.example/x) and `code`.\n\n```js\nconst a = 1 // one\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |'
  const content = [
    { type: 'thinking' as const, text: 'Hm.' },
    { type: 'text' as const, text },
  ]
  const session = fake.addSession(
    'one',
    [userRow(0, 'Go'), answerRow(1, '', { content, calls, settledAt: null })],
    unsettledHead(1, 1, calls.slice(0, 4)),
  )
  session.queue.push({ id: 'q', seq: 5, timestamp: 1, content: [{ type: 'text', text: 'Wait' }], delivery: 'steer' })
  const blob = 'a'.repeat(64)
  fake.blobs.set(blob, new TextEncoder().encode('# File'))
  session.files = [{ path: 'notes/a.md', blob, size: 6, mediaType: 'text/markdown', seq: 1, timestamp: 1 }]
  fake.preferences = { ...fake.preferences, approvals: { send_mail: 'never' } }
  fake.tools = [{ name: 'send_mail', label: 'Send mail', description: 'Sends it.', repeat: 'once', approval: 'ask' }]
  fake.providers = [
    {
      id: 'p',
      kind: 'anthropic',
      label: 'Anthropic',
      baseUrl: 'https://api.anthropic.com/v1',
      model: 'm',
      models: [],
      createdAt: 1,
      hasKey: true,
    },
  ]
  return fake
}

for (const theme of ['light', 'dark'] as const) {
  it(`${theme}: no violations of axe-core on the welcome page`, async () => {
    const fake = makeFakeWorker()
    fake.preferences = { ...fake.preferences, theme }
    await openPage(fake)
    await expect.element(page.getByRole('heading', { name: 'Welcome to Reflexor' })).toBeVisible()
    await expect.poll(() => document.documentElement.dataset['theme']).toBe(theme)
    expect(await problems()).toEqual([])
  })

  it(`${theme}: no violations on the start page of who can ask a model`, async () => {
    const fake = rich()
    fake.preferences = { ...fake.preferences, theme }
    await openPage(fake)
    await expect.element(page.getByRole('heading', { name: 'What can I help with?' })).toBeVisible()
    await expect.poll(() => document.documentElement.dataset['theme']).toBe(theme)
    expect(await problems()).toEqual([])
  })

  it(`${theme}: no violations in a session with everything in it, its files and its menu`, async () => {
    const fake = rich()
    fake.preferences = { ...fake.preferences, theme }
    await openPage(fake, '#/session/one')
    await page.getByRole('treeitem', { name: 'a.md' }).click()
    await expect.element(page.getByRole('heading', { name: 'File', exact: true })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Download' })).toBeVisible()
    await page.getByRole('group', { name: 'Tool call: edit_file' }).getByText('Edited').click()
    await expect.poll(() => document.documentElement.dataset['theme']).toBe(theme)
    await page.getByRole('button', { name: 'Actions' }).click()
    await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
    expect(await problems()).toEqual([])
  })

  it(`${theme}: no violations in the dialogs of a session`, async () => {
    const fake = rich()
    fake.preferences = { ...fake.preferences, theme }
    await openPage(fake, '#/session/one')
    await expect.poll(() => document.documentElement.dataset['theme']).toBe(theme)
    await page.getByRole('button', { name: 'Session options' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Session options' })).toBeVisible()
    expect(await problems()).toEqual([])
    for (const [keys, name] of [
      ['{Control>}k{/Control}', 'Commands'],
      ['?', 'Shortcuts'],
    ] as const) {
      await page.getByRole('button', { name: 'Close', exact: true }).click()
      // it gives the focus back when it is gone, which may be to a box
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
      ;(document.activeElement as HTMLElement).blur()
      await userEvent.keyboard(keys)
      await expect.element(page.getByRole('dialog', { name })).toBeVisible()
      expect(await problems()).toEqual([])
    }
  })

  it(`${theme}: no violations in the settings`, async () => {
    const fake = rich()
    fake.preferences = { ...fake.preferences, theme }
    await openPage(fake, '#/session/one')
    await expect.poll(() => document.documentElement.dataset['theme']).toBe(theme)
    await page.getByRole('button', { name: 'Settings' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
    for (const tab of ['Models', 'Tools', 'Services', 'MCP', 'Usage', 'Data', 'Devices', 'Appearance', 'About']) {
      await page.getByRole('tab', { name: tab }).click()
      await expect.element(page.getByRole('tabpanel', { name: tab })).toBeVisible()
      // a tab whose code is on its way has nothing to look at
      await expect.element(page.getByRole('tabpanel', { name: tab })).not.toHaveTextContent(/^Loading…$/)
      expect(await problems()).toEqual([])
    }
    await page.getByRole('tab', { name: 'Models' }).click()
    await page.getByRole('button', { name: 'Add provider' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Add provider' })).toBeVisible()
    expect(await problems()).toEqual([])
  })
}

it('at 360 px nothing is wider than the page, and both panels are drawers that Escape closes', async () => {
  const fake = rich()
  await openPage(fake, '#/session/one')
  await page.viewport(360, 740)
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  const sessions = page.getByRole('button', { name: 'Show sessions' })
  await expect.element(sessions).toBeVisible()
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  await sessions.click()
  await expect.element(page.getByRole('button', { name: 'New session' })).toBeVisible()
  // the key itself: where the browser hears requests to close, the page hears of no key
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'New session' })).not.toBeInTheDocument()
  await expect.element(sessions).toHaveFocus()
})
