import { useAsk } from './ask.ts'

/** What is remembered beyond a session. Each rejects with an Error whose message is a sentence for the person. */
export function useMemory() {
  const ask = useAsk()
  return {
    read: () => ask({ kind: 'get-memory' }),
    /** `before`: what `text` was made of; it is refused when another stands there meanwhile. */
    write: (text: string, before: string) => ask({ kind: 'set-memory', text, before }),
    forget: () => ask({ kind: 'set-memory', text: '' }),
  }
}
