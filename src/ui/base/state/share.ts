import * as z from 'zod/mini'
import { ShareContents, ShareRows, ShareText } from '../../../protocol/share-view.ts'
import { useApp } from './app-context.ts'
import { useAsk } from './ask.ts'

/**
 * What a conversation holds, without secrets. Each rejects with an Error whose message is a sentence for the person.
 */
export function useShare(sessionId: string) {
  const ask = useAsk()
  const { actions } = useApp()
  return {
    contents: async (): Promise<ShareContents> =>
      ShareContents.parse(JSON.parse(await ask({ kind: 'share', sessionId, what: { type: 'contents' } }))),
    rows: async (from: number): Promise<ShareRows> =>
      ShareRows.parse(JSON.parse(await ask({ kind: 'share', sessionId, what: { type: 'rows', from } }))),
    /** null: it is no text, or its bytes are missing. */
    text: async (sha: string): Promise<string | null> =>
      z.parse(ShareText, JSON.parse(await ask({ kind: 'share', sessionId, what: { type: 'text', sha } }))),
    /** null: its bytes are missing. */
    bytes: actions.blob,
    /** The session, to go on with elsewhere. */
    handOver: async (): Promise<Blob> => (await ask({ kind: 'black-box', sessionId, handOver: true })).file as Blob,
    /** The whole run, with its variants; `wire`: and what was recorded of the wire. */
    blackBox: async (wire: boolean): Promise<Blob> => (await ask({ kind: 'black-box', sessionId, wire })).file as Blob,
  }
}
export type ShareSource = ReturnType<typeof useShare>
