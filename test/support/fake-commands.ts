import { castDraft } from 'mutative'
import type { UserMessage } from '../../src/agent/message.ts'
import { changedSteps, planInHead } from '../../src/agent/plan.ts'
import type { FileEntry } from '../../src/agent/state.ts'
import type { Command } from '../../src/protocol/command.ts'
import { userRow } from './fake-rows.ts'
import type { FakeWorker } from './fake-worker.ts'

/** The effect that a command has in the worker's machine, as far as the page shows it. */
export function carryOut(fake: FakeWorker, command: Command): void {
  if (command.kind === 'create-session') {
    const session = fake.addSession(command.sessionId, [], { title: null })
    session.config.model = { providerId: command.providerId, model: command.model, thinking: command.thinking }
    if (command.project !== undefined) session.head.project = command.project
    return fake.announceSessions()
  }
  if (command.kind === 'branch-session') {
    const from = fake.sessions.get(command.from)
    if (!from || !('count' in command.at)) return
    const { count } = command.at
    const session = fake.addSession(command.sessionId, from.messages.slice(0, count), { title: from.head.title })
    session.head.createdAt = Date.now()
    const family = from.head.origin?.family ?? command.from
    session.head.origin = { session: command.from, seq: from.head.seq, n: count, ...(command.variant && { family }) }
    return fake.announceSessions()
  }
  const session = fake.sessions.get(command.sessionId)
  if (!session || command.kind !== 'input') return
  const { input } = command
  if (input.type === 'user-send-message') {
    const row: UserMessage = { ...userRow(session.messages.length, ''), content: input.content, id: input.messageId }
    fake.commit(command.sessionId, { head: { lastUserSeq: row.seq }, messages: [row] })
  }
  if (input.type === 'user-name-session') fake.commit(command.sessionId, { head: { title: input.title } })
  if (input.type === 'user-move-session') {
    fake.commit(command.sessionId, { head: { project: input.project ?? undefined } })
    fake.announceSessions()
  }
  if (input.type === 'user-delete-session') fake.commit(command.sessionId, { head: { deletedAt: 1 } })
  if (input.type === 'user-restore-session') fake.commit(command.sessionId, { head: { deletedAt: null } })
  if (input.type === 'user-change-files') {
    const seq = session.head.seq + 1
    const files = input.files.map(
      ({ path, to, size, mediaType }): FileEntry => ({ path, blob: to, size, mediaType, seq, timestamp: Date.now() }),
    )
    const changed = new Set(files.map(({ path }) => path))
    session.files = [...session.files.filter(({ path }) => !changed.has(path)), ...files]
    fake.commit(command.sessionId, { delta: { files } })
  }
  if (input.type === 'user-configure') {
    const given = Object.entries(input.config).filter(([, value]) => value !== undefined)
    session.config = { ...session.config, ...Object.fromEntries(given) }
    fake.commit(command.sessionId, { delta: { config: session.config } })
  }
  const steps = input.type === 'user-change-plan' && changedSteps(session.plan?.steps ?? [], input.change, 900)
  if (steps) {
    session.plan = { steps: castDraft(steps), edited: 900, row: null }
    fake.commit(command.sessionId, { head: { plan: planInHead(session.plan) }, delta: { plan: session.plan } })
  }
  if (input.type === 'user-change-queued') {
    session.queue = session.queue.map((message) =>
      message.id === input.messageId ? { ...message, content: input.content } : message,
    )
    const put = session.queue.filter((message) => message.id === input.messageId)
    fake.commit(command.sessionId, { delta: { queue: { put, drop: [] } } })
  }
  if (input.type === 'user-cancel-queued') {
    session.queue = session.queue.filter((message) => message.id !== input.messageId)
    fake.commit(command.sessionId, { delta: { queue: { put: [], drop: [input.messageId] } } })
  }
  fake.announceSessions()
}
