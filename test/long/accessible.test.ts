import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { type App, eventually, visibleText } from '../support/app.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Axe = {
  run: () => Promise<{ violations: { id: string; nodes: { target: unknown; failureSummary?: string }[] }[] }>
}
/** What axe-core finds wrong with what is shown, light and dark, as lines. */
async function violations({ page }: App): Promise<string[]> {
  // the debugger's evaluation is not bound by the page's policy
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const lines: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations: found } = await page.evaluate(async () => {
      // colours go over into each other, and those inside follow frame by frame
      const changes = () => document.getAnimations().some((animation) => animation instanceof CSSTransition)
      for (let still = 0; still < 4; still = changes() ? 0 : still + 1)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      return (window as unknown as { axe: Axe }).axe.run()
    })
    for (const { id, nodes } of found)
      for (const { target, failureSummary } of nodes)
        lines.push(`${colorScheme}: ${id}: ${JSON.stringify(target)} ${failureSummary ?? ''}`)
  }
  return lines
}

const answer = `# Result

A [link](https://example.com/a), \`code\`, and:

\`\`\`js
const answer = 42
\`\`\`

| a | b |
|---|---|
| 1 | 2 |`

describe.each([
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])('at $width x $height', (size) => {
  it('welcome, a session and settings have no flaw that axe knows, light or dark', async () => {
    const { app, mock } = scene
    mock.setScript([
      {
        thinking: 'Hm.',
        text: 'Writing.',
        toolCalls: [{ name: 'write_file', arguments: { path: 'a/note.md', content: '# x' } }],
      },
      { text: answer },
    ])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Show me everything')
    await app.untilAnswer('Result')
    await app.untilStatus('Idle')
    const hash = new URL(app.page.url()).hash
    await app.page.setViewportSize(size)
    await app.page.emulateMedia({ reducedMotion: 'reduce' })
    await app.page.reload()
    await app.untilAnswer('Result')
    // a list hides its lines until it has measured them
    if (size.width > 800) await app.files.getByRole('treeitem', { name: 'note.md' }).waitFor()
    expect(await violations(app)).toEqual([])

    await app.page.goto(`${scene.site.url}#/`)
    await app.page.getByRole('heading', { name: 'What can I help with?' }).waitFor()
    // where the list of sessions is not beside it
    if (size.width < 800) await app.page.getByRole('region', { name: 'Pick up where you left off' }).waitFor()
    expect(await violations(app)).toEqual([])
    if (size.width < 800) await app.button('Show sessions').click()
    await app.button('Settings').click()
    const dialog = app.page.getByRole('dialog', { name: 'Settings' })
    for (const name of [
      'Models',
      'Tools',
      'Services',
      'MCP',
      'Personas',
      'Skills',
      'Usage',
      'Data',
      'Devices',
      'Appearance',
      'About',
    ]) {
      await dialog.getByRole('tab', { name, exact: true }).click()
      // a tab may come over the line only now
      const panel = dialog.getByRole('tabpanel', { name, exact: true })
      await eventually(() => visibleText(panel), name).toMatch(/^(?!Loading).{20}/s)
      expect(await violations(app), name).toEqual([])
    }
    expect(hash).toMatch(/^#\/session\//)
  })
})

describe('the keyboard alone', () => {
  it('leads from the first visit through the demo to a message sent and stopped', async () => {
    const { app } = scene
    const { page } = app
    await app.button('Try the demo').waitFor()
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        const element = document.activeElement
        return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
      })
    const tabTo = async (name: string): Promise<void> => {
      for (let presses = 0; (await focused()) !== name; presses++) {
        if (presses > 40) throw new Error(`Tab does not reach "${name}"; it stands on "${await focused()}"`)
        await page.keyboard.press('Tab')
      }
    }
    await tabTo('Try the demo')
    await page.keyboard.press('Enter')
    await app.untilStatus('Idle')
    await eventually(focused, 'the composer has the focus').toBe('Message')
    await page.keyboard.press('End')
    await page.keyboard.type(' Please.')
    await tabTo('Send')
    await page.keyboard.press('Enter')
    await app.untilStatus(/^(Thinking|Writing)$/)
    await eventually(async () => (await app.questionTexts())[0] ?? '').toMatch(/ Please\.$/)
    await tabTo('Stop')
    await page.keyboard.press('Enter')
    await app.untilStatus('Stopped')
  })
})

describe('a narrow window', () => {
  it('of 360 px scrolls sideways nowhere, and everything is in reach', async () => {
    const { app, mock } = scene
    const { page } = app
    mock.setScript([{ text: `${answer}\n\n${'unbroken'.repeat(60)}` }])
    await page.setViewportSize({ width: 360, height: 740 })
    const overflow = (): Promise<number> =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await overflow()).toBe(0)
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Say something wide')
    await app.untilAnswer('unbroken')
    await app.untilStatus('Idle')
    expect(await overflow()).toBe(0)
    await app.button('Show files').click()
    await app.files.waitFor()
    expect(await overflow()).toBe(0)
    await app.files.getByRole('button', { name: 'Close files' }).click()
    await app.button('Show sessions').click()
    await app.sessions.getByRole('link', { name: 'Say something wide' }).waitFor()
    await app.button('Settings').click()
    await page.getByRole('dialog', { name: 'Settings' }).waitFor()
    expect(await overflow()).toBe(0)
  })
})
