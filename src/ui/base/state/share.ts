import { useApp } from './app-context.ts'
import { useAsk } from './ask.ts'

/** Exports of a session, without secrets. All reject with an Error whose message is for the person. */
export function useShare(sessionId: string) {
  const ask = useAsk()
  const { actions } = useApp()
  return {
    contents: () => ask({ kind: 'share-contents', sessionId }),
    rows: (from: number) => ask({ kind: 'share-rows', sessionId, from }),
    /** null: it is no text, or its bytes are missing. */
    text: (sha: string) => ask({ kind: 'share-text', sha }),
    /** null: its bytes are missing. */
    bytes: actions.blob,
    /** The session as a file for another device. */
    handOver: async (): Promise<Blob> => (await ask({ kind: 'black-box', sessionId, handOver: true })).file as Blob,
    /** The whole run with its variants; `wire`: with the recorded requests and responses. */
    blackBox: async (wire: boolean): Promise<Blob> => (await ask({ kind: 'black-box', sessionId, wire })).file as Blob,
  }
}
export type ShareSource = ReturnType<typeof useShare>
