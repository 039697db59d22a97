import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { bundlePage } from '../../../src/sandbox/pages/bundle-page.ts'
import { lookAtPage } from '../../../src/worker/ports/look-at-page.ts'
import { answerRow, callOf, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const sha = (n: number): string => n.toString(16).padStart(64, '0')
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>

let artifact: Parameters<ReturnType<typeof lookAtPage>>[0]
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
  artifact = { path: 'app/index.html', blob: sha(1), title: 'App', ...(bundle !== null && { bundle: sha(2) }) }
  const details = { shape: 'artifact' as const, ...artifact }
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

const look = (sessionId = 'one') => lookAtPage(sessionId)(artifact, { signal: new AbortController().signal })
/** The page as after an earlier "Run scripts". */
const allow = (): void => localStorage.setItem('reflexor-artifacts', JSON.stringify(['one all app/index.html']))
const opened = async (files: Record<string, string>): Promise<void> => {
  await openPage(await showing(files), '#/session/one')
  await expect.element(card).toBeVisible()
}

it('the agent sees the page that it built: console, errors with their place, words and a picture', async () => {
  await opened({
    'app/index.html': `<style>body { margin: 0 } h1 { background: rgb(255, 0, 0); height: 100px; margin: 0 }</style>
<h1>Title</h1><p hidden>secret</p>
<canvas width="10" height="10"></canvas>
<script type="module" src="main.js"></script>`,
    'app/main.js': `console.log('begun')
document.querySelector('canvas').getContext('2d').fillRect(0, 0, 10, 10)
document.querySelector('h1').append(' made')
document.querySelector('h1').missing.call()`,
  })
  expect(await look()).toEqual({ end: 'not-allowed' })
  allow()
  const seen = await look()
  if (seen.end !== 'ran') throw new Error(seen.end)
  expect(seen.lines.map(({ level, text }) => `${level}: ${text}`)).toEqual([
    'log: begun',
    "error: Uncaught TypeError: Cannot read properties of undefined (reading 'call') (app/main.js:4:37)",
  ])
  expect(seen.text).toMatch(/^Title made\s*$/)
  const image = await createImageBitmap(new Blob([seen.picture ?? new Uint8Array()], { type: 'image/png' }))
  expect([image.width, image.height]).toEqual([1024, 768])
  const context = new OffscreenCanvas(1024, 768).getContext('2d')
  context?.drawImage(image, 0, 0)
  expect([...(context?.getImageData(900, 50, 1, 1).data ?? [])]).toEqual([255, 0, 0, 255])
  expect([...(context?.getImageData(900, 700, 1, 1).data ?? [])]).toEqual([255, 255, 255, 255])
  expect(document.querySelector('.page-look')).toBeNull()
  // and a session that nobody looks at
  expect(await look('two')).toEqual({ end: 'nobody' })
})

it('hostile pages: a flood of lines, and reports forged by the page and by another', async () => {
  await opened({
    'app/index.html': `<h1>Flood</h1><script>
for (let n = 0; n < 5000; n++) console.log('line ' + n)
parent.parent.postMessage({ artifact: 'view', text: 'forged', picture: null }, '*')
for (let n = 0; n < 50; n++) parent.parent.postMessage({ artifact: 'loaded' }, '*')
addEventListener('load', () => { throw new Error('last') })
</script>`,
  })
  allow()
  // a window that is not the one looked at
  const other = document.createElement('iframe')
  other.setAttribute('sandbox', 'allow-scripts')
  other.srcdoc = `<script>setInterval(() => parent.postMessage({ artifact: 'view', text: 'forged elsewhere', picture: null }, '*'), 20)</script>`
  document.body.append(other)
  const seen = await look()
  other.remove()
  if (seen.end !== 'ran') throw new Error(seen.end)
  expect(seen.text.trim()).toBe('Flood')
  expect(seen.lines.length).toBeLessThanOrEqual(150)
  expect(seen.more).toBeGreaterThan(0)
})

it('a page that loops for ever is removed, and the app answers meanwhile', async () => {
  await opened({ 'app/index.html': '<script>console.log("before"); while (true) {}</script>' })
  allow()
  const seen = await look()
  if (seen.end !== 'silent') throw new Error(seen.end)
  expect(document.querySelector('.page-look')).toBeNull()
})

it('who types is not disturbed: the keys stay where they go', async () => {
  await opened({ 'app/index.html': '<script>console.log(1)</script>' })
  allow()
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('half a sen')
  ;(box.element() as HTMLElement).focus()
  expect(await look()).toEqual({ end: 'typing' })
  expect(document.activeElement).toBe(box.element())
  await box.fill('')
  // as after sending
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))
  const looking = look()
  await expect.poll(() => document.querySelector('.page-look')).not.toBeNull()
  await expect.poll(() => document.activeElement === box.element()).toBe(false)
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
  expect(await looking).toEqual({ end: 'typing' })
  expect(document.activeElement).toBe(box.element())
})

it('localStorage and sessionStorage are there, in memory and bounded', async () => {
  await opened({
    'app/index.html': `<script>
localStorage.setItem('a', 1); localStorage.b = { toString: () => 'two' }
console.log([localStorage.a, localStorage.getItem('b'), localStorage.length, localStorage.key(1), Object.keys(localStorage), 'a' in localStorage, localStorage.c, localStorage.getItem('c')].join('|'))
delete localStorage.a; localStorage.removeItem('b')
console.log(JSON.stringify(localStorage), localStorage.length, sessionStorage.length, document.cookie === '')
try { for (let n = 0; ; n++) localStorage.setItem('k' + n, 'x'.repeat(100000)) } catch (error) { console.log(error.name, localStorage.length) }
localStorage.setItem('k0', 'y'); localStorage.setItem('__proto__', 'z')
console.log(localStorage.k0, localStorage.getItem('__proto__'), {}.z)
localStorage.clear(); localStorage.setItem('big', 'x'.repeat(4000000)); console.log('again', localStorage.length)
</script>`,
  })
  allow()
  const seen = await look()
  if (seen.end !== 'ran') throw new Error(seen.end)
  expect(seen.lines.map(({ text }) => text)).toEqual([
    '1|two|2|b|a,b|true||',
    '{} 0 0 true',
    'QuotaExceededError 49',
    'y z undefined',
    'again 1',
  ])
})

it('an SVG is looked at as a picture without a word of the person, and none of its scripts run', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Draw'), answerRow(1, 'done')])
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>top.pwned = 1</script><rect width="40" height="20" fill="#00f"/></svg>'
  fake.blobs.set(sha(7), bytesOf(svg))
  fake.blobs.set(sha(8), bytesOf('no drawing'))
  await openPage(fake, '#/session/one')
  const draw = (blob: string) =>
    lookAtPage('one')({ path: 'a.svg', blob, title: 'a.svg' }, { signal: new AbortController().signal, drawing: true })
  const seen = await draw(sha(7))
  if (seen.end !== 'ran') throw new Error(seen.end)
  const image = await createImageBitmap(new Blob([seen.picture ?? new Uint8Array()], { type: 'image/png' }))
  expect([image.width, image.height]).toEqual([512, 256])
  const context = new OffscreenCanvas(512, 256).getContext('2d')
  context?.drawImage(image, 0, 0)
  expect([...(context?.getImageData(256, 128, 1, 1).data ?? [])]).toEqual([0, 0, 255, 255])
  expect('pwned' in window).toBe(false)
  expect(await draw(sha(8))).toMatchObject({ end: 'ran', picture: null })
})
