import type { Config } from '../../../agent/config.ts'
import type { FileChange, PlainBlock } from '../../../agent/content.ts'
import type { Delivery } from '../../../agent/message.ts'
import type { UserIntent } from '../../../agent/user-intent.ts'
import { DEMO_PROVIDER } from '../../../settings/provider.ts'
import { sessionHash } from '../kit/session-hash.ts'
import { t } from '../words/t.ts'
import { shortId } from '../worker-link/short-id.ts'
import { askToKeep } from './ask-to-keep.ts'
import { comparedId, newGroup } from './comparison.ts'
import type { Attached, Drafts } from './drafts.ts'
import type { Beginning, Say } from './say.ts'
import type { UiState } from './ui-state.ts'
import { keepDemo, lastDemo } from './unbegun-demo.ts'
import { familyOf } from './variants.ts'

/** Actions on sessions, apart from those for the open session's machine (session-actions.ts). */
export function makeSessions(
  { create, branch, input, here }: Say,
  state: UiState,
  drafts: Drafts,
  notify: (text: string, undo?: () => void) => void,
) {
  /** Commands that change files: their effect is not visible right away. */
  const changedFiles = new Set<string>()
  /** The session and all others of its conversation. */
  const variantsOf = (id: string): string[] => {
    const all = (state.sessions ?? []).filter(({ deletedAt }) => deletedAt === null)
    const own = all.find((session) => session.id === id)
    const family = own && familyOf(own)
    return own === undefined ? [id] : all.filter((session) => familyOf(session) === family).map((each) => each.id)
  }
  /**
   * Sends a message. Its draft is kept until the message is on disk; sent again, it has the same id. Returns the
   * command's id.
   */
  const send = (sessionId: string, words: string, delivery: Delivery, attached: Attached[] = []): string | null => {
    const content = contentOf(words, attached)
    const message = { ...messageOf(content, drafts.idOf(sessionId, words, attached)), delivery }
    askToKeep()
    return input(sessionId, message, message.messageId)
  }
  /**
   * Asks further models the same: each in a variant that has the first `count` rows. The commands stay in the outbox
   * until they are carried out, so each model is asked once, whatever ends in between.
   */
  const sendToOthers = (from: string, count: number, models: readonly Model[], content: PlainBlock[]): void => {
    const group = newGroup(crypto.randomUUID())
    for (const [place, model] of models.entries()) {
      const sessionId = comparedId(from, group, place, crypto.randomUUID())
      if (branch({ sessionId, from, at: { count }, variant: true }) === null) return
      input(sessionId, { type: 'user-configure', config: { model: { ...model } } })
      const messageId = shortId()
      input(sessionId, { type: 'user-send-message', messageId, content, delivery: 'steer' }, messageId)
    }
  }
  return {
    /**
     * Creates a session with its first message and opens it. `others`: models that are asked the same, beside its own.
     * False: it could not be sent, and the person was told.
     */
    beginSession: (
      beginning: Beginning,
      words: string,
      attached: Attached[],
      others: readonly Model[] = [],
    ): boolean => {
      const sessionId = crypto.randomUUID()
      if (create(sessionId, beginning) === null) return false
      // stored first: if the page is killed now, the text is still there
      drafts.write(sessionId, { text: words, attached, sentAs: null })
      if (send(sessionId, words, 'steer', attached) === null) return false
      sendToOthers(sessionId, 0, others, contentOf(words, attached))
      location.hash = sessionHash(sessionId)
      return true
    },
    send,
    /** Sends a message of the open session to several models: the first answers in it, the others in variants. */
    sendToAll: (sessionId: string, words: string, attached: Attached[], models: readonly Model[]): string | null => {
      const [first, ...others] = models
      const view = state.open?.id === sessionId ? state.open.view : null
      if (first === undefined || view === null) return null
      const { model } = view.config
      if (first.providerId !== model.providerId || first.model !== model.model)
        input(sessionId, { type: 'user-configure', config: { model: { ...first } } })
      sendToOthers(sessionId, view.head.count, others, contentOf(words, attached))
      return send(sessionId, words, 'steer', attached)
    },
    restoreSession: (id: string): void => void input(id, { type: 'user-restore-session' }),
    /**
     * Creates the demo's session, the only one that exists before its first message, which waits in its box. An unused
     * demo session is opened again.
     */
    createDemo: (task: string): void => {
      const before = lastDemo()
      const there = state.sessions?.find(({ id }) => id === before)
      if (before !== null && there?.untouched && there.deletedAt === null) {
        const { text, attached } = drafts.read(before)
        if (text.trim() === '') drafts.write(before, { text: task, attached, sentAs: null })
        location.hash = sessionHash(before)
        return
      }
      // pressed twice before it is there
      if (before !== null && location.hash === sessionHash(before)) return
      const sessionId = crypto.randomUUID()
      drafts.write(sessionId, { text: task, sentAs: null })
      const { id: providerId, model } = DEMO_PROVIDER
      keepDemo(sessionId)
      if (create(sessionId, { providerId, model }) !== null) location.hash = sessionHash(sessionId)
    },
    renameSession: (id: string, title: string): void => {
      // those that another device has are named there
      const isHere = (each: string): boolean => !state.sessions?.find((one) => one.id === each)?.elsewhere
      for (const each of variantsOf(id))
        if (each === id || isHere(each)) input(each, { type: 'user-name-session', title })
    },
    /** Into a project, or out of its project (null), with all its variants that are on this device. */
    moveSession: (id: string, project: string | null): void => {
      for (const each of variantsOf(id)) {
        const item = state.sessions?.find((one) => one.id === each)
        if (each === id || !item?.elsewhere) input(each, { type: 'user-move-session', project })
      }
    },
    /** Stops whatever runs by then. For the open session, session-actions.ts stops what is shown. */
    stopSession: (id: string): string | null => input(id, { type: 'user-abort' }),
    /** With all its variants, which are one conversation. */
    deleteSession: (id: string, title: string): void => {
      const ids = variantsOf(id)
      if (ids.map((each) => input(each, { type: 'user-delete-session' })).every((sent) => sent !== null))
        notify(t('Deleted “{title}”', { title }), () => {
          for (const each of ids) input(each, { type: 'user-restore-session' })
        })
    },
    /** A message that was not typed: the composer keeps its draft. */
    say: (words: string): void => void here(messageOf(textContent(words), shortId())),
    /** A button of a notification was pressed. */
    answer: async (sessionId: string, answer: unknown): Promise<void> => {
      const said = (await import('../notifications/call-person.ts')).readAnswer(answer)
      if (said !== null) input(sessionId, said)
    },
    /**
     * Compare-and-set: all of them, or none, which is then said. `sessionId`: the open one, unless another may be open
     * by now.
     */
    changeFiles: (files: FileChange[], sessionId = state.open?.id): void => {
      if (sessionId === undefined) return
      const id = input(sessionId, { type: 'user-change-files', files })
      if (id !== null) changedFiles.add(id)
    },
    /** Whether command `id` changed files; it is forgotten then. */
    endedFileChange: (id: string): boolean => changedFiles.delete(id),
  }
}

type Model = Config['model']

const contentOf = (words: string, attached: readonly Attached[]): PlainBlock[] => [
  ...attached.map((block) => ({ ...block })),
  ...(words.trim() === '' ? [] : textContent(words)),
]
const textContent = (words: string): PlainBlock[] => [{ type: 'text', text: words }]

const messageOf = (content: PlainBlock[], messageId: string): UserIntent & { type: 'user-send-message' } => ({
  type: 'user-send-message',
  messageId,
  content,
  delivery: 'steer',
})
