import { useAsk } from './ask.ts'

/** Looks into a session. Each rejects with an Error whose message is a sentence for the person. */
export function useInspect(sessionId: string) {
  const ask = useAsk()
  return {
    /** The inputs after `after`, and the present state. */
    journal: (after: number) => ask({ kind: 'inspect-journal', sessionId, after }),
    version: (seq: number) => ask({ kind: 'inspect-version', sessionId, seq }),
    /** `from`: the first row that is wanted, null: the last ones. */
    past: (seq: number, from: number | null) => ask({ kind: 'inspect-past', sessionId, seq, from }),
    /** One whole input and its changes, as JSON text. */
    input: (seq: number) => ask({ kind: 'inspect-input', sessionId, seq }),
    wire: () => ask({ kind: 'inspect-wire', sessionId }),
    /** From now on all of the wire is kept with the session, or no more. */
    recordWire: (on: boolean) => ask({ kind: 'record-wire', sessionId, on }),
    /** Deletes the recorded requests and responses. */
    forgetWire: () => ask({ kind: 'forget-wire', sessionId }),
    report: () => ask({ kind: 'inspect-report', sessionId }),
    end: () => ask({ kind: 'end-inspect', sessionId }),
  }
}
