import { useAsk } from './ask.ts'

/**
 * Stores bytes that a message is going to name; until it does they are kept for some days. Rejects with words for the
 * person.
 */
export function usePut(): (bytes: File | Uint8Array) => Promise<string> {
  const ask = useAsk()
  return async (bytes) => (await ask({ kind: 'put-blob', bytes: bytes as File | Uint8Array<ArrayBuffer> })).sha
}
