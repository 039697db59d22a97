import { type Created, LISTED, type ObjectStore, StoreFailure } from '../../src/sync/object-store.ts'

/**
 * WebDAV at the port, so that the probe can be asked about a server that no adapter of ours speaks to. Create-only is
 * `If-None-Match: *` on a PUT; a key is one name, whose parts are joined by a dot.
 */
export function makeWebDav(url: string): ObjectStore {
  const at = (key: string): string => `${url}/${key.replaceAll('/', '.')}`
  const ask = async (address: string, init: RequestInit, statuses: number[]): Promise<Response> => {
    const answer = await fetch(address, { cache: 'no-store', ...init })
    if (statuses.includes(answer.status)) return answer
    throw new StoreFailure({ kind: 'server', message: `The server answered ${answer.status}.`, status: answer.status })
  }
  return {
    create: async (key, bytes, signal): Promise<Created> => {
      const headers = { 'if-none-match': '*' }
      const { status } = await fetch(at(key), { method: 'PUT', body: bytes, headers, signal })
      return status === 201 || status === 204 ? 'created' : status === 412 ? 'exists' : 'doubt'
    },
    get: async (key, signal) => {
      const answer = await ask(at(key), { signal }, [200, 404])
      return answer.status === 404 ? null : new Uint8Array(await answer.arrayBuffer())
    },
    list: async (prefix, after, signal) => {
      const answer = await ask(`${url}/`, { method: 'PROPFIND', headers: { depth: '1' }, signal }, [207])
      const names = [...(await answer.text()).matchAll(/<D:href>[^<]*\/([^</]+)<\/D:href>/g)]
      const keys = names.map(([, name = '']) => name.replaceAll('.', '/'))
      const listed = keys.filter((key) => key.startsWith(prefix) && (after === null || key > after)).sort()
      return listed.slice(0, LISTED).map((key) => ({ key, size: 0 }))
    },
    put: async (key, bytes, signal) => {
      await ask(at(key), { method: 'PUT', body: bytes, signal }, [200, 201, 204])
    },
    remove: async (key, signal) => {
      await ask(at(key), { method: 'DELETE', signal }, [204, 404])
    },
    watch: async () => {},
  }
}
