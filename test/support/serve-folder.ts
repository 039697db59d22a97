import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize, sep } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
}

export type ServedFolder = {
  /** Ends with a slash; `localhost`, which browsers trust like https. */
  url: string
  /** Requested paths so far, in order: proof of what reached the network. */
  requests: string[]
  /** Replaces the response for this path, like somebody between the host and the browser; null: the file again. */
  answerInstead: (path: string, answer: { type: string; body: string } | null) => void
  close: () => Promise<void>
}

/**
 * The simplest static host, on which the built site must work: files below `folder` under the path `base`, no headers
 * except the media type and `Vary`, no caching. A free port unless one is given. `compressed`: sends text as brotli, as
 * most hosts do. `withheld`: a file below the base that is requested and never arrives, as on a stalled connection.
 */
export async function serveFolder(
  folder: string,
  options: { base?: string; port?: number; compressed?: boolean; withheld?: string } = {},
): Promise<ServedFolder> {
  const base = options.base ?? '/'
  const requests: string[] = []
  const instead = new Map<string, { type: string; body: string }>()
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname)
    requests.push(path)
    if (path === `${base}${options.withheld}`) return
    const other = instead.get(path)
    if (other !== undefined) return void response.writeHead(200, { 'content-type': other.type }).end(other.body)
    const file = normalize(join(folder, path.startsWith(base) ? path.slice(base.length) : sep))
    const inside = path.startsWith(base) && file.startsWith(normalize(folder))
    const target = path.endsWith('/') ? join(file, 'index.html') : file
    const body = inside ? await readFile(target).catch(() => undefined) : undefined
    const type = mediaTypes[extname(target)] ?? 'application/octet-stream'
    const packs = options.compressed === true && body !== undefined && !/^(image\/png|font)/.test(type)
    response.writeHead(body ? 200 : 404, {
      ...(packs && { 'content-encoding': 'br' }),
      'content-type': body ? type : 'text/plain',
      'cache-control': 'no-cache',
      // like hosts with compression or CORS: a cache lookup by request then finds nothing
      vary: 'Origin, Accept-Encoding',
    })
    response.end(packs ? brotliCompressSync(body) : (body ?? 'not found'))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, 'localhost', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}${base}`,
    requests,
    answerInstead: (path, answer) => void (answer === null ? instead.delete(path) : instead.set(path, answer)),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}
