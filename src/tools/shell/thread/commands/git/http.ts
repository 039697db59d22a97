import type { HttpClient } from 'isomorphic-git'
import type { Outside } from '../../outside.ts'

/** Carries out git's requests through the owner of this thread, which knows what the person allowed. */
export const httpOf = (outside: Outside): HttpClient => ({
  request: async ({ url, method = 'GET', body }) => {
    const sent = method === 'GET' ? null : await whole(body ?? [])
    const { status, mediaType, bytes } = await outside({ name: 'git', url, body: sent })
    return {
      url,
      method,
      statusCode: status,
      statusMessage: '',
      headers: { 'content-type': mediaType },
      body: one(bytes),
    }
  },
})

async function* one(bytes: Uint8Array): AsyncIterableIterator<Uint8Array> {
  yield bytes
}

/** isomorphic-git gives an array where its types name an iterator. */
async function whole(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of all) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
