import { useApp } from './app-context.ts'
import { useAsk } from './ask.ts'
import { memoryOfOpen } from './memory-of-open.ts'

/**
 * Stores bytes that a message is going to name; until it does they are kept for some days. Rejects with words for the
 * person.
 */
export function usePut(): (bytes: File | Uint8Array) => Promise<string> {
  const ask = useAsk()
  const { state } = useApp()
  return async (bytes) => {
    const given = bytes as File | Uint8Array<ArrayBuffer>
    return (await ask({ kind: 'put-blob', bytes: given, ...memoryOfOpen(state) })).sha
  }
}
