import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { useScene } from '../support/scene.ts'

/**
 * A headless browser has no installed app whose window has no bar of its own: the styles for it are put in force, with
 * what the browser would say of its buttons (`left`, `right`: how wide what they cover is, px).
 */
const scene = useScene()
const HEIGHT = 38

async function withoutBar(page: Page, { left, right }: { left: number; right: number }): Promise<void> {
  const rules = await page.evaluate(
    ({ left, right, height }) => {
      let found = 0
      const look = (rules: CSSRuleList): void => {
        for (const rule of rules) {
          if (rule instanceof CSSMediaRule && rule.media.mediaText.includes('window-controls-overlay')) {
            rule.media.mediaText = 'all'
            found++
          }
          if (rule instanceof CSSGroupingRule || rule instanceof CSSLayerBlockRule) look(rule.cssRules)
        }
      }
      for (const sheet of document.styleSheets) look(sheet.cssRules)
      const { style } = document.documentElement
      for (const [name, value] of [
        ['--bar', height] as const,
        ['--bar-left', left] as const,
        ['--bar-right', right] as const,
      ])
        style.setProperty(name, `${value}px`)
      return found
    },
    { left, right, height: HEIGHT },
  )
  // the first time; they stay in force
  expect([0, 1]).toContain(rules)
}

/** Names of what a person would press there, and cannot. */
const covered = (page: Page, { left, right }: { left: number; right: number }): Promise<string[]> =>
  page.evaluate(
    ({ left, right, height }) =>
      [...document.querySelectorAll('a, button, input, select, textarea, h1, h2')].flatMap((element) => {
        const box = element.getBoundingClientRect()
        if (
          !element.checkVisibility({ visibilityProperty: true }) ||
          box.width < 2 ||
          box.top >= height ||
          box.bottom <= 0
        )
          return []
        return box.left < left || box.right > innerWidth - right
          ? [element.getAttribute('aria-label') ?? element.textContent ?? '']
          : []
      }),
    { left, right, height: HEIGHT },
  )

it('in a window without a bar of its own nothing lies under the window’s buttons, and the page’s upper line moves it', async () => {
  const { app, mock } = scene
  const { page } = app
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl, model: 'mock-model' })
  await app.send('Hello')
  await app.untilAnswer('Hello from the mock provider.')
  await app.untilStatus('Idle')
  const mac = { left: 80, right: 0 }
  const windows = { left: 0, right: 138 }
  // as it would be without those styles
  for (const bar of [mac, windows]) expect(await covered(page, bar)).not.toEqual([])
  for (const bar of [mac, windows]) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await withoutBar(page, bar)
    for (const change of ['Show files', 'Hide sessions', 'Show files', 'Show sessions']) {
      await eventually(() => covered(page, bar), `before “${change}”`).toEqual([])
      await app.button(change).first().click()
    }
    await page.setViewportSize({ width: 700, height: 800 })
    await app.openFiles()
    // the page hears of its new width a moment later
    await eventually(() => covered(page, bar), 'the files over a narrow page').toEqual([])
    await page.keyboard.press('Escape')
    await eventually(() => covered(page, bar), 'a narrow page').toEqual([])
  }
  const region = (name: string) =>
    app.button(name).evaluate((button) => getComputedStyle(button).getPropertyValue('app-region'))
  expect(await page.evaluate(() => getComputedStyle(document.body, '::before').getPropertyValue('app-region'))).toBe(
    'drag',
  )
  expect(await region('Show files')).toBe('no-drag')
})
