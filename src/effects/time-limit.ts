import { DEFAULT_TIME_LIMIT } from '../tools/define-tool.ts'

export type Limited<Value> =
  | { type: 'done'; value: Value }
  | { type: 'failed'; error: unknown }
  | { type: 'over-limit' }
  | { type: 'cancelled' }

/** A limit in ms that a timer can hold; an invalid value becomes the default. */
export function limitOf(milliseconds: number): number {
  return milliseconds > 0 ? Math.min(milliseconds, 2 ** 31 - 1) : DEFAULT_TIME_LIMIT
}

/**
 * Runs a task until it ends, the limit (ms) is over, or the controller is aborted, whichever is first; a later outcome
 * is ignored, so a task that ignores the signal blocks nobody. At the limit it aborts the controller itself. Never
 * rejects.
 */
export function withLimit<Value>(
  controller: AbortController,
  milliseconds: number,
  task: () => Promise<Value>,
): Promise<Limited<Value>> {
  const { signal } = controller
  if (signal.aborted) return Promise.resolve({ type: 'cancelled' })
  return new Promise((resolve) => {
    const end = (limited: Limited<Value>): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancelled)
      resolve(limited)
    }
    const cancelled = (): void => end({ type: 'cancelled' })
    const timer = setTimeout(() => {
      end({ type: 'over-limit' })
      controller.abort(new DOMException('The tool took too long.', 'TimeoutError'))
    }, limitOf(milliseconds))
    signal.addEventListener('abort', cancelled)
    task().then(
      (value) => end({ type: 'done', value }),
      (error: unknown) => end({ type: 'failed', error }),
    )
  })
}
