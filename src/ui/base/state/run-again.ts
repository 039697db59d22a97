import type { Message } from '../../../agent/message.ts'
import { MAX_QUEUED } from '../../../agent/version.ts'
import type { SessionItem } from '../../../protocol/common.ts'
import type { ModelChoice } from '../../../settings/preferences.ts'
import { idBeside } from '../../../settings/private-session.ts'
import { shortId } from '../worker-link/short-id.ts'
import { useApp } from './app-context.ts'
import { useAsk } from './ask.ts'
import { type RunReport, reportOf } from './run-report.ts'
import { sessionNamed } from './variants.ts'

const OWN = /(?:^|-)again-[0-9a-f]{12}$/
/** Rows per read. */
const PAGE = 200
/** Rows that a report reads at most. */
const MOST_ROWS = 10_000

/** The run that session `id` is, or repeats, and all its repetitions, the oldest first. */
export function runsOf(sessions: readonly SessionItem[], id: string): SessionItem[] {
  const own = sessions.find((session) => session.id === id)
  if (own === undefined) return []
  const source = OWN.test(id) ? (sessionNamed(sessions, own.origin?.session ?? '') ?? own) : own
  const name = source.knownAs ?? source.id
  const again = sessions.filter(
    (each) => OWN.test(each.id) && each.origin?.session === name && each.deletedAt === null && each !== source,
  )
  return [source, ...again.sort((a, b) => a.createdAt - b.createdAt)]
}

/** Runs a recorded task again: the same messages, and the recording's answers to tools. */
export function useRunAgain() {
  const ask = useAsk()
  const { actions } = useApp()
  const rowsOf = async (id: string): Promise<Message[]> => {
    const rows: Message[] = []
    for (let from = 0; from < MOST_ROWS; from += PAGE) {
      const { messages, damaged } = await ask({ kind: 'rows', sessionId: id, from, to: from + PAGE })
      rows.push(...messages)
      if (messages.length + damaged.length < PAGE) break
    }
    return rows
  }
  return {
    report: async (id: string): Promise<RunReport> => reportOf(await rowsOf(id)),
    /**
     * `asks`: calls that the recording lacks are run for real, after a question; else they are answered with an error.
     * False: it could not be sent, and the person was told. Rejects with an Error for the person.
     */
    begin: async (from: string, model: ModelChoice, asks: boolean): Promise<boolean> => {
      const said = (await rowsOf(from)).flatMap((row) => (row.role === 'user' && row.by !== 'agent' ? [row] : []))
      if (said.length === 0) throw new Error('There is no message in it that could be sent again.')
      if (said.length > MAX_QUEUED) throw new Error('It has too many messages to be run again.')
      const sessionId = idBeside(from, `again-${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`)
      const { branch, input } = actions.outgoing
      // in the outbox together: a page that dies in between loses nothing of it
      if (branch({ sessionId, from, at: { count: 0 }, variant: false }) === null) return false
      const { providerId, model: name } = model
      const thinking = 'off' as const
      const config = {
        model: { providerId, model: name, thinking },
        acts: { of: from, refuse: !asks },
        mode: 'ask' as const,
      }
      input(sessionId, { type: 'user-configure', config })
      for (const [place, { content }] of said.entries()) {
        const delivery = place === 0 ? 'steer' : 'follow-up'
        const messageId = shortId()
        const blocks = content.map((block) => ({ ...block })) as never
        input(sessionId, { type: 'user-send-message', messageId, content: blocks, delivery }, messageId)
      }
      return true
    },
  }
}
