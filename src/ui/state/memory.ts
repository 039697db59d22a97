import { useAsk } from './ask.ts'

/** What is remembered beyond a session. Each rejects with an Error whose message is a sentence for the person. */
export function useMemory() {
  const ask = useAsk()
  return {
    read: () => ask({ kind: 'get-memory' }),
    write: (text: string) => ask({ kind: 'set-memory', text }),
  }
}
