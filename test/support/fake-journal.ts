import { effectsAt } from '../../src/agent/effects-at.ts'
import { status } from '../../src/agent/status.ts'
import type { INSPECT_REQUESTS, JournalView, PastView, VersionView, WireShown } from '../../src/protocol/inspect.ts'
import type { RequestOf, Results } from '../../src/protocol/requests.ts'
import type { SHARE_REQUESTS, ShareContents, ShareRows } from '../../src/protocol/share.ts'
import type { FakeSession, FakeWorker } from './fake-worker.ts'

type Inspect = RequestOf<keyof typeof INSPECT_REQUESTS>
type Share = RequestOf<Exclude<keyof typeof SHARE_REQUESTS, 'black-box'>>

const textOf = ({ content }: FakeSession['messages'][number]): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('')

/** One input per row, stamped by its position from 1 on. */
export function fakeInspect(session: FakeSession | undefined, asked: Inspect): Results[Inspect['kind']] {
  if (session === undefined) return ''
  const { head, messages } = session
  const wanted = Object.entries(effectsAt({ head })).map(([key, { kind }]) => ({ key, kind, attempt: 0 }))
  switch (asked.kind) {
    case 'inspect-journal': {
      const entries = messages.map((row, n) => ({
        ...{ seq: n + 1, at: 1_700_000_000_000 + n * 1000, about: textOf(row) },
        type: row.role === 'user' ? 'user-send-message' : 'brain-send-message-complete',
      }))
      const running = wanted.map(({ key }) => ({
        key,
        since: Date.now() - 3000,
        cause: '2 user-send-message',
        ended: null,
      }))
      const notes = [
        { at: 1_700_000_000_000, type: 'committed' as const, about: '2 user-send-message', ms: 2.5, bytes: 1234 },
      ]
      const view: JournalView = {
        entries: entries.filter(({ seq }) => seq > asked.after),
        ...{ title: head.title ?? '', head: JSON.stringify(head), wanted, machine: { running, notes } },
      }
      return view
    }
    case 'inspect-version': {
      const rows = messages.slice(0, asked.seq).map((row) => ({
        ...{ n: row.n, role: row.role, text: textOf(row), note: '', calls: [] },
      }))
      const view: VersionView = {
        ...{ seq: asked.seq, at: 0, status: status(head).type, head: '{}', model: 'model', count: rows.length },
        ...{ summary: null, queue: [], wanted, rows: rows.slice(-20), files: [{ path: 'notes.md', size: 12 }] },
      }
      return view
    }
    case 'inspect-past': {
      const past = messages.slice(0, asked.seq)
      const from = asked.from ?? Math.max(0, past.length - 20)
      const view: PastView = {
        view: {
          ...session,
          head: { ...head, count: past.length, seq: asked.seq },
          messages: past.slice(from, from + 20),
        },
        files: session.files,
      }
      return view
    }
    case 'inspect-input':
      return JSON.stringify({ input: messages[asked.seq - 1] }, null, 2)
    case 'forget-wire':
    case 'record-wire':
    case 'inspect-wire':
      return {
        recorded: asked.kind === 'record-wire' && asked.on,
        kept: asked.kind === 'forget-wire' ? 0 : 1,
        exchanges: [
          {
            ...{
              at: 1_700_000_000_000,
              ms: 1200,
              method: 'POST',
              url: 'https://api.example/v1/messages',
              problem: null,
            },
            ...{
              headers: [
                ['content-type', 'application/json'],
                ['x-team', null],
              ],
              answerHeaders: [],
              status: 200,
              mended: [
                ['text in another place', 2],
                ['response.unheard_of', 1],
              ],
            },
            ...{ request: { text: '{"model":"m"}', left: 0 }, answer: { text: 'event: stop', left: 7 } },
          },
        ],
      } satisfies WireShown
    case 'inspect-report':
      return '{"report":true}'
    case 'end-inspect':
      return null
  }
}

export function fakeShare(fake: FakeWorker, asked: Share): Results[Share['kind']] {
  if (asked.kind === 'share-text') return new TextDecoder().decode(fake.blobs.get(asked.sha))
  const session = fake.sessions.get(asked.sessionId)
  const messages = session?.messages ?? []
  if (asked.kind === 'share-rows') {
    const next = asked.from + 2 < messages.length ? asked.from + 2 : null
    return { rows: messages.slice(asked.from, asked.from + 2), next } satisfies ShareRows
  }
  const own = messages.filter(({ role }) => role === 'user').length
  const contents: ShareContents = {
    ...{ title: session?.head.title ?? '', createdAt: 1_700_000_000_000, model: 'model' },
    ...{ count: messages.length, own, answers: messages.length - own, thinking: 0, attached: 0, hidden: 1, damaged: 0 },
    ...{ characters: 9, wire: 3 },
    calls: messages.reduce((sum, row) => sum + (row.role === 'assistant' ? row.calls.length : 0), 0),
    files: (session?.files ?? []).flatMap(({ path, size, mediaType, blob }) =>
      blob === null ? [] : [{ path, size, mediaType, blob }],
    ),
  }
  return contents
}
