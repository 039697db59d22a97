import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { bundlePage } from '../../../src/sandbox/pages/bundle-page.ts'
import { answerRow, callOf, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const sha = (n: number): string => n.toString(16).padStart(64, '0')
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>

/** A session in which the page and its files are shown. */
async function showing(files: Record<string, string>): Promise<ReturnType<typeof makeFakeWorker>> {
  const fake = makeFakeWorker()
  const bytes = (path: string): Uint8Array<ArrayBuffer> =>
    path.endsWith('.png') ? Uint8Array.from(atob(PNG), (sign) => sign.charCodeAt(0)) : bytesOf(files[path] ?? '')
  const { bundle } = await bundlePage('app/index.html', files['app/index.html'] ?? '', {
    sizeOf: (path) => (path in files ? bytes(path).length : null),
    typeOf: () => 'text/plain',
    inFolder: () => [],
    read: async (path) => bytes(path),
  })
  fake.blobs.set(sha(1), bytesOf(files['app/index.html'] ?? ''))
  fake.blobs.set(sha(2), bytesOf(JSON.stringify(bundle)))
  const details = { shape: 'artifact' as const, path: 'app/index.html', blob: sha(1), title: 'App', bundle: sha(2) }
  const result = { kind: 'ok' as const, content: [], details, terminate: false, timestamp: 1 }
  const call = callOf('1.0.0', { name: 'show_artifact', result })
  fake.addSession('one', [userRow(0, 'Show me'), answerRow(1, '', { calls: [call] })])
  return fake
}
const card = page.getByRole('figure', { name: 'Artifact: App' })
const output = card.getByRole('log', { name: 'Artifact console' })
async function run(): Promise<void> {
  await card.getByRole('button', { name: 'Run scripts' }).click()
  const question = card.getByRole('group', { name: 'Run the scripts of this artifact?' })
  const button = question.getByRole('button', { name: 'Run scripts' })
  await expect.element(button).toHaveAttribute('aria-disabled', 'false')
  await button.click()
}

it('a page with its files runs: styles, classic scripts, modules in TypeScript, fetch, pictures; errors name file and line', async () => {
  const fake = await showing({
    'app/index.html': `<link rel="stylesheet" href="style.css">
<h1>App</h1>
<img id="written" src="a.png">
<script src="classic.js"></script>
<script type="module" src="main.ts"></script>
<script>
setTimeout(() => { null.page }, 500)
</script>`,
    'app/style.css': 'h1 { color: rgb(1, 2, 3) }',
    'app/a.png': PNG,
    'app/classic.js': 'var shared = 40\nconsole.log("classic", getComputedStyle(document.querySelector("h1")).color)',
    'app/main.ts': `import { add } from './store'
import settings from './settings.json'
import { h } from 'preact'
const sum: number = add(shared, settings.two)
console.log('sum', sum, typeof h)
const rows = await (await fetch('./rows.json')).json()
const away = await fetch(new URL('./rows.json', import.meta.url)).then((found) => found.status)
const gone = await fetch('gone.json').catch((error) => error.message)
const net = await fetch('https://evil.example/x').catch((error) => error.message)
console.log('fetched', rows.length, away, gone, net)
const image = new Image()
image.src = './a.png'
await image.decode()
document.body.insertAdjacentHTML('beforeend', '<img id="later" src="a.png">')
setTimeout(() => console.log('pictures', image.naturalWidth, later.naturalWidth, written.naturalWidth), 300)
setTimeout(fail, 600)
function fail() {
  undefined.x
}
Promise.reject(new Error('late'))`,
    'app/store.ts': 'declare const shared: number\nexport const add = (a: number, b: number): number => a + b',
    'app/settings.json': '{"two": 2}',
    'app/rows.json': '[1,2,3]',
  })
  await openPage(fake, '#/session/one')
  await run()
  await expect.element(output.getByText('classic rgb(1, 2, 3)')).toBeVisible()
  await expect.element(output.getByText('sum 42 function')).toBeVisible()
  await expect
    .element(
      output.getByText(
        'fetched 3 200 "app/gone.json" is not among the files of this page. Name it in quotation marks in its code. There is no network here: https://evil.example/x',
      ),
    )
    .toBeVisible()
  await expect.element(output.getByText('pictures 1 1 1')).toBeVisible()
  await expect.element(output.getByText(/Cannot read properties of null .*\(app\/index\.html:7:25\)/)).toBeVisible()
  await expect.element(output.getByText(/Cannot read properties of undefined .*\(app\/main\.ts:18:13\)/)).toBeVisible()
  await expect.element(output.getByText(/Unhandled rejection: Error: late\s+at app\/main\.ts:20:16/)).toBeVisible()
})
