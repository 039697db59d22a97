import { createEffect, createSignal, onCleanup } from 'solid-js'
import type { Head } from '../../../agent/head.ts'
import { sizeOfAsking } from '../../../agent/size-of-asking.ts'
import { useAsk } from '../../base/state/ask.ts'

/** In ms: running work comes first. */
const LATER = 600

/**
 * Tokens of the next request, with tools and system prompt; null: not known yet. Until a provider has reported the size
 * of a request, the worker makes the request and measures it.
 */
export function createSize(head: () => Head): () => number | null {
  const ask = useAsk()
  const [measured, setMeasured] = createSignal<{ of: string; size: number; content: number } | null>(null)
  const wants = (): string | null => {
    const { sessionId, measure, contextSize } = head()
    return measure === undefined && contextSize > 0 ? sessionId : null
  }
  createEffect(() => {
    const sessionId = wants()
    if (sessionId === null || measured()?.of === sessionId) return
    const timer = setTimeout(() => {
      const content = head().contextSize
      ask({ kind: 'context', sessionId }).then(
        ({ size }) => setMeasured({ of: sessionId, size, content }),
        (error: unknown) => console.info('The size of the next request is not shown', error),
      )
    }, LATER)
    onCleanup(() => clearTimeout(timer))
  })
  return () => {
    const now = head()
    if (now.measure !== undefined || now.contextSize === 0) return sizeOfAsking(now)
    const known = measured()
    return known?.of === now.sessionId ? Math.max(0, known.size + now.contextSize - known.content) : null
  }
}
