import * as z from 'zod/mini'
import { ShareContents, ShareRows, ShareText } from '../../../protocol/share-view.ts'
import { useApp } from './app-context.ts'
import { useAsk } from './ask.ts'

/** Exports of a session, without secrets. All reject with an Error whose message is for the person. */
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
    /** The session as a file for another device. */
    handOver: async (): Promise<Blob> => (await ask({ kind: 'black-box', sessionId, handOver: true })).file as Blob,
    /** The whole run with its variants; `wire`: with the recorded requests and responses. */
    blackBox: async (wire: boolean): Promise<Blob> => (await ask({ kind: 'black-box', sessionId, wire })).file as Blob,
  }
}
export type ShareSource = ReturnType<typeof useShare>
