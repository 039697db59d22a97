import { useAsk } from './ask.ts'

/** Memory across sessions. All reject with an Error whose message is for the person. */
export function useMemory() {
  const ask = useAsk()
  return {
    read: () => ask({ kind: 'get-memory' }),
    /** `before`: the text that was edited. Refused if the stored text has changed since. */
    write: (text: string, before: string) => ask({ kind: 'set-memory', text, before }),
    forget: () => ask({ kind: 'set-memory', text: '' }),
  }
}
