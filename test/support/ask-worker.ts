import type { Page } from 'playwright-core'
import type { RequestKind, RequestOf, Results } from '../../src/protocol/requests.ts'
import type { StartedWorker } from '../../src/ui/page/boot/first-worker.ts'

/**
 * Sends a request to the page's own worker, as the page itself does, and resolves to the reply. It works in every
 * build, because the page keeps its worker in a global (src/ui/page/boot/early-worker.ts). Rejects with the words of a
 * refusal.
 */
export async function askWorker<Kind extends RequestKind>(
  page: Page,
  request: RequestOf<Kind>,
): Promise<Results[Kind]> {
  const answer = page.evaluate((asked) => {
    const { worker } = (globalThis as unknown as { __earlyWorker: StartedWorker }).__earlyWorker
    const id = crypto.randomUUID()
    return new Promise((resolve, reject) => {
      const hear = ({ data }: MessageEvent): void => {
        if (!['reply', 'no-reply', 'refused'].includes(data.type) || data.id !== id) return
        worker.removeEventListener('message', hear)
        if (data.type === 'reply') resolve(data.result)
        else reject(new Error(data.refusal?.values.text ?? data.refusal?.code ?? data.message))
      }
      worker.addEventListener('message', hear)
      worker.postMessage({ type: 'request', id, request: asked })
    })
  }, request)
  return (await answer) as Results[Kind]
}
