import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that issues keys like OpenRouter: a page where a person allows it, and an endpoint that takes the code. */
export type KeyServer = {
  /** For the field "Base URL". */
  baseUrl: string
  origin: string
  /** The codes that were exchanged, and the key for each; null: refused. */
  given: { code: string; key: string | null }[]
  /** The next exchange is answered with this status. */
  failOnce: (status: number) => void
  close: () => Promise<void>
}

export async function startKeyServer(): Promise<KeyServer> {
  const challenges = new Map<string, string>()
  const given: KeyServer['given'] = []
  let failing: number | null = null
  const server = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', 'http://localhost')
    outgoing.setHeader('access-control-allow-origin', '*')
    outgoing.setHeader('access-control-allow-headers', 'content-type, authorization')
    outgoing.setHeader('access-control-allow-private-network', 'true')
    if (incoming.method === 'OPTIONS') return void outgoing.writeHead(204).end()
    if (url.pathname === '/auth') {
      const callback = new URL(url.searchParams.get('callback_url') ?? '')
      const code = `code-${challenges.size + 1}-0123456789abcdef`
      if (url.searchParams.get('code_challenge_method') !== 'S256') return void outgoing.writeHead(400).end()
      challenges.set(code, url.searchParams.get('code_challenge') ?? '')
      callback.searchParams.set('code', code)
      const page = `<h1>Consent</h1><a href="${callback.href.replaceAll('&', '&amp;')}">Allow</a>`
      return void outgoing.writeHead(200, { 'content-type': 'text/html' }).end(page)
    }
    if (url.pathname === '/api/v1/auth/keys' && incoming.method === 'POST') {
      let text = ''
      for await (const chunk of incoming) text += String(chunk)
      const { code, code_verifier, code_challenge_method } = JSON.parse(text) as Record<string, string>
      if (failing !== null) {
        outgoing.writeHead(failing).end('{}')
        failing = null
        return
      }
      const challenge = challenges.get(code ?? '')
      challenges.delete(code ?? '')
      const proof = createHash('sha256')
        .update(code_verifier ?? '')
        .digest('base64url')
      const key =
        challenge === proof && code_challenge_method === 'S256' ? `sk-or-v1-${'0123456789abcdef'.repeat(4)}` : null
      given.push({ code: code ?? '', key })
      outgoing.writeHead(key === null ? 403 : 200, { 'content-type': 'application/json' })
      return void outgoing.end(
        JSON.stringify(key === null ? { error: { message: 'Invalid code', code: 403 } } : { key }),
      )
    }
    outgoing.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    baseUrl: `${origin}/api/v1`,
    origin,
    given,
    failOnce: (status) => {
      failing = status
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
