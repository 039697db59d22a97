import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Results } from '../../src/protocol/from-worker.ts'
import type { ServiceKind } from '../../src/protocol/services.ts'
import type { Request } from '../../src/protocol/to-worker.ts'

/**
 * Asks the built app's worker from within its page, as another tab's page would: a second worker of the same origin, which follows the
 * writer. `folder`: where the built files lie. Rejects with the words of a refusal.
 */
export async function askService<Kind extends ServiceKind>(
  page: Page,
  folder: string,
  request: Extract<Request, { kind: Kind }>,
): Promise<Results[Kind]> {
  const script = readdirSync(join(folder, 'assets')).find((name) => /^worker-.*\.js$/.test(name))
  if (script === undefined) throw new Error('the build has no worker')
  const answer = page.evaluate(
    ({ script: name, request: asked }) =>
      new Promise((resolve, reject) => {
        const worker = new Worker(new URL(`assets/${name}`, document.baseURI), { type: 'module' })
        const id = crypto.randomUUID()
        worker.onmessage = ({ data }) => {
          if ((data.type !== 'reply' && data.type !== 'refused') || data.id !== id) return
          // its settings-changed is on its way to the other tabs
          setTimeout(() => worker.terminate(), 200)
          if (data.type === 'reply') resolve(data.result)
          else reject(new Error(data.message))
        }
        worker.onerror = (event) => reject(new Error(event.message))
        worker.postMessage({ type: 'hello', version: 1, safe: true, leftEpoch: null })
        worker.postMessage({ type: 'request', id, request: asked })
      }),
    { script, request },
  )
  return (await answer) as Results[Kind]
}
