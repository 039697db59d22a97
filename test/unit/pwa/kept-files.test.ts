import { describe, expect, it } from 'vitest'
import { asKept, isAsKept, isWhatItSays, renewKept } from '../../../src/pwa/kept-files.ts'

const at = (path: string): string => `https://app.test/some/path/${path}`
const sent = (body: string): Response =>
  new Response(body, { headers: { 'content-type': 'text/javascript', vary: 'Origin, Accept-Encoding' } })

describe('a built file as it is kept', () => {
  it('is what its host sent, with the policy that a worker needs', async () => {
    const kept = asKept(sent('code'), at('assets/worker-B32IuP-T.js'))
    expect(await kept.text()).toBe('code')
    expect(kept.headers.get('content-type')).toBe('text/javascript')
    expect(kept.headers.get('content-security-policy')).toBe("script-src 'self'; object-src 'none'")
  })

  it.each(['sandbox-a_B-1.js', 'sandbox-pdf-Xy.js'])('keeps %s from every other origin', (name) => {
    const policy = asKept(sent(''), at(`assets/${name}`)).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self'")
  })

  it('is framed by nobody, if it is the page, and may frame our own frame', () => {
    const page = asKept(sent(''), at('index.html?__WB_REVISION__=abc')).headers
    expect(page.get('content-security-policy')).toBe("frame-ancestors 'self'")
    expect(page.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(asKept(sent(''), at('artifact-frame.html')).headers.has('content-security-policy')).toBe(false)
  })

  it('is the same for whoever asks', () => {
    for (const name of ['index.html', 'assets/page-a.js', 'assets/font.woff2'])
      expect(asKept(sent(''), at(name)).headers.has('vary')).toBe(false)
  })

  it('is fresh for ever, if its name changes with it: only then Chromium keeps the compiled code of a page’s script', () => {
    expect(asKept(sent(''), at('assets/page-a.js')).headers.get('cache-control')).toContain('immutable')
    expect(asKept(sent(''), at('index.html')).headers.has('cache-control')).toBe(false)
  })

  it('is the very response of its host, if a worker imports it: only then Chromium keeps its compiled code', () => {
    const part = sent('')
    expect(asKept(part, at('assets/part-asking-a.js'))).toBe(part)
    const ofOne = new Response('', { headers: { vary: 'Cookie' } })
    expect(asKept(ofOne, at('assets/part-asking-a.js')).headers.has('vary')).toBe(false)
  })

  it('is made so where a version before this one kept it as it came, once', async () => {
    const held = new Map([at('index.html'), at('assets/worker-a.js'), at('icon.svg')].map((url) => [url, sent(url)]))
    let written = 0
    const cache = {
      keys: async () => [...held.keys()].map((url) => new Request(url)),
      match: async (request: RequestInfo | URL) => held.get((request as Request).url)?.clone(),
      put: async (request: RequestInfo | URL, response: Response) => {
        written++
        held.set((request as Request).url, response)
      },
    }
    await renewKept(cache)
    for (const [url, response] of held) {
      expect(isAsKept(response, url), url).toBe(true)
      expect(await response.clone().text()).toBe(url)
    }
    await renewKept(cache)
    expect(written).toBe(3)
  })
})

it('the sign-in page of a network was kept as the app and its parts, and stayed until the next version', async () => {
  const page = '<!doctype html><meta http-equiv="Content-Security-Policy" content="x"><title>Reflexor</title>'
  const at = (path: string, type: string, body = 'x', status = 200): Promise<boolean> =>
    isWhatItSays(new Response(body, { status, headers: { 'content-type': type } }), `https://a.example/app/${path}`)
  const html = 'text/html; charset=utf-8'
  for (const [path, type] of [
    ['assets/a-1234567.js', html],
    ['assets/a-1234567.js', 'text/plain'],
    ['assets/a-1234567.js', 'image/png'],
    ['assets/a-1234567.css', html],
    ['assets/a-1234567.woff2', html],
    ['assets/a-1234567.wasm', html],
    ['icons/icon.svg', html],
    ['manifest.webmanifest', html],
    ['index.html', html],
    ['index.html', 'text/javascript'],
  ] as const)
    expect(await at(path, type, '<!doctype html><h1>Log in</h1>'), `${path} as ${type}`).toBe(false)
  expect(await at('index.html', html, page, 404)).toBe(false)

  for (const [path, type] of [
    ['assets/a-1234567.js', 'text/javascript; charset=utf-8'],
    ['assets/a-1234567.js', 'application/javascript'],
    ['assets/a-1234567.css', 'text/css'],
    ['assets/a-1234567.woff2', 'application/octet-stream'],
    ['assets/a-1234567.wasm', 'application/wasm'],
    ['icons/icon.svg', 'image/svg+xml'],
    ['manifest.webmanifest', 'application/json'],
    ['index.html', html],
  ] as const)
    expect(await at(path, type, page), `${path} as ${type}`).toBe(true)
})

it('an answer from another origin is not the file, wherever the host leads to; its own start page is', async () => {
  const page = '<meta http-equiv=Content-Security-Policy content=x>'
  const from = (url: string): Promise<boolean> => {
    const response = new Response(page, { headers: { 'content-type': 'text/html' } })
    Object.defineProperty(response, 'url', { value: url })
    return isWhatItSays(response, 'https://a.example/index.html')
  }
  expect(await from('https://a.example/')).toBe(true)
  expect(await from('https://portal.example/')).toBe(false)
})
