import type { JournalView, PastView, VersionView, WireShown } from '../../../protocol/inspect-view.ts'
import { useAsk } from './ask.ts'

/** Looks into a session. Each rejects with an Error whose message is a sentence for the person. */
export function useInspect(sessionId: string) {
  const ask = useAsk()
  const views = import('../../../protocol/inspect-view.ts')
  views.catch(() => {}) // whoever parses with it hears of it
  return {
    /** The inputs after `after`, and the present state. */
    journal: async (after: number): Promise<JournalView> =>
      (await views).parseJournalView(await ask({ kind: 'inspect', sessionId, what: { type: 'journal', after } })),
    version: async (seq: number): Promise<VersionView> =>
      (await views).parseVersionView(await ask({ kind: 'inspect', sessionId, what: { type: 'version', seq } })),
    /** `from`: the first row that is wanted, null: the last ones. */
    past: async (seq: number, from: number | null): Promise<PastView> =>
      (await views).parsePastView(await ask({ kind: 'inspect', sessionId, what: { type: 'past', seq, from } })),
    /** One whole input and its changes, as JSON text. */
    input: (seq: number): Promise<string> => ask({ kind: 'inspect', sessionId, what: { type: 'input', seq } }),
    wire: async (): Promise<WireShown> =>
      (await views).parseWireShown(await ask({ kind: 'inspect', sessionId, what: { type: 'wire' } })),
    /** From now on all of the wire is kept with the session, or no more. */
    recordWire: async (on: boolean): Promise<WireShown> =>
      (await views).parseWireShown(await ask({ kind: 'inspect', sessionId, what: { type: 'record-wire', on } })),
    /** Deletes the recorded requests and responses. */
    forgetWire: async (): Promise<WireShown> =>
      (await views).parseWireShown(await ask({ kind: 'inspect', sessionId, what: { type: 'forget-wire' } })),
    report: (): Promise<string> => ask({ kind: 'inspect', sessionId, what: { type: 'report' } }),
    end: async (): Promise<void> => void (await ask({ kind: 'inspect', sessionId, what: { type: 'end' } })),
  }
}
