import { disarm } from '../disarm.ts'
import type { FromPageThread, ToPageThread } from './page-messages.ts'

/** The thread that puts a page and its files together: only wiring. One page; then its owner ends it. */

const post = (message: FromPageThread): void => self.postMessage(message)
const waiting = new Map<number, (bytes: Uint8Array | null) => void>()
let asked = 0

const read = (path: string): Promise<Uint8Array | null> =>
  new Promise((resolve) => {
    const id = ++asked
    waiting.set(id, resolve)
    post({ type: 'read', id, path })
  })

async function bundle({ page, html, files }: Extract<ToPageThread, { type: 'bundle' }>): Promise<FromPageThread> {
  const { bundlePage } = await import('./bundle-page.ts')
  disarm(self)
  const known = new Map(files.map((file) => [file.path, file]))
  const { bundle, count, notes } = await bundlePage(page, html, {
    sizeOf: (path) => known.get(path)?.size ?? null,
    typeOf: (path) => known.get(path)?.mediaType ?? '',
    inFolder: (folder) => [...known.keys()].filter((path) => path.startsWith(folder)),
    read,
  })
  return { type: 'done', bundle: bundle && JSON.stringify(bundle), count, notes }
}

self.onmessage = ({ data }: MessageEvent<ToPageThread>): void => {
  if (data.type === 'bytes') {
    waiting.get(data.id)?.(data.bytes)
    waiting.delete(data.id)
    return
  }
  bundle(data).then(post, (error: unknown) =>
    post({ type: 'failed', error: (error instanceof Error ? error.message : String(error)).slice(0, 2000) }),
  )
}
