import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { eventually, pressArmed } from '../support/app.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()
const page = (word: string): string =>
  `<style>h1 { color: rgb(1, 102, 3) }</style><h1>${word}</h1><p id="said" style="color: rgb(4, 5, 206)">still</p><script>document.getElementById('said').textContent = '${word} runs'</script>`
const panel = () => scene.app.page.getByRole('region', { name: 'Artifact', exact: true })
const button = (name: string) => panel().getByRole('button', { name, exact: true })
const view = (name: string) => panel().getByRole('radio', { name, exact: true })
const inside = () => panel().locator('iframe').first().contentFrame().locator('iframe').contentFrame()
const isFull = () => scene.app.page.evaluate(() => document.fullscreenElement !== null)

async function showTwice(): Promise<void> {
  const { app, mock } = scene
  const shown = (word: string) => [
    { toolCalls: [{ name: 'write_file', arguments: { path: 'page.html', content: page(word) } }] },
    { toolCalls: [{ name: 'show_artifact', arguments: { path: 'page.html', title: word } }] },
    { text: `${word} is there.` },
  ]
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  for (const word of ['First', 'Second']) {
    mock.setScript(shown(word))
    await app.send(`Show ${word}`)
    await app.untilAnswer(`${word} is there.`)
    await app.untilStatus('Idle')
  }
}

it.each([
  { on: 'a desktop', width: 1280, height: 800 },
  { on: 'a phone', width: 390, height: 844 },
])(
  'a page that was shown twice is looked at in the panel, its versions, its source, as a whole; a reload in the middle leaves it as it was, on $on',
  async ({ width, height }) => {
    const { app } = scene
    await showTwice()
    await app.page.setViewportSize({ width, height })
    const card = app.page.getByRole('figure', { name: 'Artifact: Second' })
    await card.getByRole('button', { name: 'Open in panel' }).click()
    await panel().getByText('Version 2 of 2').waitFor()
    await inside().getByRole('heading', { name: 'Second' }).waitFor()
    await inside().getByText('still').waitFor()
    // as it is written, and the browser has nothing to report of it
    const colour = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).color)
    expect(await colour(inside().getByRole('heading', { name: 'Second' }))).toBe('rgb(1, 102, 3)')
    expect(await colour(inside().getByText('still'))).toBe('rgb(4, 5, 206)')

    if (width > 800) {
      // the head of the conversation keeps all of its buttons in sight
      const edge = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, width: 0 }
      const files = await edge(app.button('Show files'))
      expect(files.x + files.width).toBeLessThanOrEqual((await edge(panel())).x)
    }

    // the word is asked for once, and holds for all versions in this session
    await button('Run scripts').click()
    await panel().getByText('What the browser can’t block').waitFor()
    await pressArmed(button('Run scripts'))
    await inside().getByText('Second runs').waitFor()
    await button('Previous version').click()
    await inside().getByRole('heading', { name: 'First' }).waitFor()
    await inside().getByText('First runs').waitFor()
    await panel().getByText('Version 1 of 2').waitFor()
    await view('Source').click()
    await panel().getByText("= 'First runs'").waitFor()

    await app.page.reload()
    await panel().getByText('Version 1 of 2').waitFor()
    await panel().getByText("= 'First runs'").waitFor()
    await button('Newer version').click()
    await view('Preview').click()
    await inside().getByText('still').waitFor()
    await button('Run scripts').click()
    await inside().getByText('Second runs').waitFor()

    await button('Full screen').click()
    await eventually(isFull, 'full screen').toBe(true)
    await button('Leave full screen').waitFor()
    // what runs was not loaded anew
    await inside().getByText('Second runs').waitFor()
    await app.page.keyboard.press('Escape')
    await eventually(isFull, 'full screen').toBe(false)
    await button('Close artifact').click()
    await panel().waitFor({ state: 'detached' })
    await app.composer.waitFor()
  },
)
