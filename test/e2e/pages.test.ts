import { expect, it } from 'vitest'
import { appOn, eventually, visibleText } from '../support/app.ts'
import { crashTab } from '../support/launch.ts'
import { useScene } from '../support/scene.ts'

/** A small web app of six files. Its fault is in line 4 of src/view.tsx. */
const APP: Record<string, string> = {
  'index.html': `<!doctype html>
<title>Shop</title>
<link rel="stylesheet" href="style.css">
<main id="root"></main>
<img src="logo.svg" alt="logo" width="40">
<script type="module" src="src/main.tsx"></script>
`,
  'style.css': 'body { font-family: sans-serif } .total { color: rgb(0, 120, 0) }\n',
  'logo.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle cx="20" cy="20" r="18" fill="teal"/></svg>',
  'data/prices.json': '{ "apple": 50, "pear": 75 }',
  'src/main.tsx': `import { render } from 'preact'
import { Shop } from './view.tsx'
const prices: Record<string, number> = await (await fetch('data/prices.json')).json()
console.log('prices', Object.keys(prices).length)
render(<Shop prices={prices} />, document.getElementById('root')!)
`,
  'src/view.tsx': `type Prices = Record<string, number>
export const Shop = ({ prices }: { prices: Prices }) => {
  const names = Object.keys(prices)
  const total = names.reduce((sum, name) => sum + prices.list[name], 0)
  return <p class="total">{names.length} fruits for {total} cents</p>
}
`,
}
const show = { name: 'show_artifact', arguments: { path: 'index.html' } }
const edit = {
  name: 'edit_file',
  arguments: { path: 'src/view.tsx', old_text: 'prices.list[name]', new_text: '(prices[name] ?? 0)' },
}
const script = [
  {
    text: 'Writing.',
    toolCalls: Object.entries(APP).map(([path, content]) => ({ name: 'write_file', arguments: { path, content } })),
  },
  { text: 'Showing.', toolCalls: [show] },
  { text: 'Let its scripts run, please.' },
  { text: 'Looking.', toolCalls: [show] },
  { text: 'Mending.', toolCalls: [edit] },
  { text: 'Looking again.', toolCalls: [show] },
  { text: 'It works.\n\n![the logo](logo.svg) Its prices are in [the data](data/prices.json).' },
]

const scene = useScene({ build: 'dist-test' })

it('a web app of six files is built, shown, its error read with its line, mended and seen without it; killed in the middle', async () => {
  const { app, mock, browser, site } = scene
  scene.allowComplaint(/uncaught: Cannot read properties of undefined/)
  mock.setScript(script)
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Write a shop')
  await app.untilAnswer('Let its scripts run, please.')
  const card = app.page.getByRole('figure', { name: 'Artifact: Shop' }).first()
  await card.getByRole('button', { name: 'Run scripts' }).click()
  const question = card.getByRole('group', { name: 'Run the scripts of this artifact?' })
  await question.locator('[aria-disabled="false"]').click()
  await card.getByRole('log', { name: 'Artifact console' }).getByText('prices 2').waitFor()
  const address = new URL(app.page.url()).hash
  await app.page.close()

  // held after it has looked, before its result is saved
  const held = appOn(await browser.context.newPage())
  await held.page.goto(`${site.url}?failpoint=after-tool-run:1:hang${address}`)
  await held.send('Go on')
  await held.untilStatus('Using show_artifact')
  await held.page.getByRole('complementary', { name: 'Test of a page' }).waitFor()
  await held.page.getByRole('complementary', { name: 'Test of a page' }).waitFor({ state: 'detached' })
  await crashTab(held.page)

  const again = appOn(await browser.context.newPage())
  await again.page.goto(`${site.url}${address}`)
  await again.untilAnswer('It works.')
  expect(mock.journal()).toHaveLength(script.length)
  const results = (mock.journal().at(-1)?.body.messages ?? [])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => JSON.stringify(content))
  expect(results).toHaveLength(6 + 4)
  const [first = '', second = '', edited = '', third = ''] = results.slice(-4)
  expect(first).toContain('is shown to the person with 5 files')
  expect(first).toContain('the person must press')
  expect(second).toMatch(/Console \(1 error\):.*prices 2.*Cannot read properties of undefined.*src\/view\.tsx:4:\d+/)
  expect(edited).not.toMatch(/error/i)
  expect(third).toMatch(/It ran\..*Console \(no errors\):.*prices 2.*2 fruits for 125 cents/)

  // the answer points at files
  const image = again.page.getByRole('img', { name: 'the logo' })
  await eventually(() =>
    image.evaluate((shown: HTMLImageElement) => [shown.naturalWidth, shown.src.slice(0, 5)]),
  ).toEqual([40, 'blob:'])
  await again.page.getByRole('link', { name: 'the data' }).click()
  await eventually(() => visibleText(again.files)).toContain('"pear": 75')
})
