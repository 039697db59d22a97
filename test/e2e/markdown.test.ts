import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { useScene } from '../support/scene.ts'

/** Markdown as models write it, in the built page: the parts are proved in test/unit/ui/rendering. */

const scene = useScene()

const WRITTEN = [
  '| rule | code | rest |\n|---|---|---|\n| $|a| > b$ | `x | y` | one | two |',
  '见 https://example.com。再看（https://example.org/a）的说明，**https://example.net/b**！',
  'Pages 1~3 and 2~4, and ~~gone~~.',
  '```markdown\n# Start\n\n```sh\nnpm start\n```\n\nThe end.\n```',
  'first line\nsecond line',
  '请看**“重点”**一节，*“斜体”*字，***“两者”***字，~~“删去”~~字，请看__“强调”__字。',
  '\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}',
  'With \\\\(e^x\\\\) in it, and',
  '$$\nx = 1\n\n+ y\n$$',
  'The last word.',
].join('\n\n')

const texts = (within: Locator, selector: string): Promise<string[]> => within.locator(selector).allTextContents()

async function look(answer: Locator): Promise<void> {
  await answer.getByText('The last word.').waitFor()
  await eventually(() => answer.locator('math').count(), 'formulas').toBe(4)
  const cells = answer.locator('td')
  expect(await cells.count()).toBe(3)
  expect(await texts(answer, 'td code')).toEqual(['x | y'])
  expect((await cells.nth(2).textContent())?.trim()).toBe('one | two')
  const links = await answer
    .locator('a[href]')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  expect(links).toEqual(['https://example.com/', 'https://example.org/a', 'https://example.net/b'])
  expect(await texts(answer, 'del')).toEqual(['gone', '“删去”'])
  expect(await texts(answer, 'pre code')).toEqual([
    expect.stringMatching(/^# Start[\s\S]*npm start[\s\S]*The end\.\s*$/),
  ])
  expect(await answer.locator('p', { hasText: 'first line' }).locator('br').count()).toBe(1)
  expect(await texts(answer, 'strong')).toEqual(['https://example.net/b', '“重点”', '“两者”', '“强调”'])
  expect(await texts(answer, 'em')).toEqual(['“斜体”', '“两者”'])
  // biome-ignore lint/performance/useDomNodeTextContent: rendered text is what is asked for
  expect(await answer.innerText()).not.toMatch(/\*|__|~~|\\begin|\$\$/)
}

it('Markdown as models write it lost cells, led to other hosts, struck out ranges and showed its marks: it reads as meant, streamed in pieces and after a reload', async () => {
  const { app, mock } = scene
  const pieces = WRITTEN.match(/[\s\S]{1,7}/gu) ?? []
  const events = pieces.map((content) => ({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }))
  const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
  const chunks = [...events, end].map((event) => `data: ${JSON.stringify(event)}\n\n`)
  mock.setScript([{ raw: { chunks: [...chunks, 'data: [DONE]\n\n'] } }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Show me')
  await app.untilStatus('Idle')
  await look(app.answers)
  await app.page.reload()
  await look(app.answers)
})
