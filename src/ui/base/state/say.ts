import type { Config } from '../../../agent/config.ts'
import { runOf } from '../../../agent/head.ts'
import type { UserIntent } from '../../../agent/user-intent.ts'
import type { Command } from '../../../protocol/command.ts'
import type { Connection } from '../worker-link/connection.ts'
import type { Store } from './store.ts'

/**
 * Sends commands that must not be lost. Each returns the command's id; null: it cannot be sent, and the person was
 * told.
 */
export type Say = ReturnType<typeof makeSay>

/** What a new session begins with. */
export type Beginning = Pick<
  Extract<Command, { kind: 'create-session' }>,
  'providerId' | 'model' | 'persona' | 'project' | 'mode'
> & {
  thinking?: Config['model']['thinking']
}

export function makeSay(connection: Connection, store: Store, notify: (text: string) => void) {
  const command = (value: Command, id?: string): string | null => {
    const sent = connection.command(value, id)
    if (sent === null) {
      notify('Couldn’t send this, and nothing was changed. Reload the page and try again.')
      return null
    }
    store.expectCommand(sent.id)
    if (!sent.kept) notify('The browser can’t save right now. Don’t close this tab until the message is saved.')
    return sent.id
  }
  /** Messages of this page that may not have begun their run yet. */
  let messages: string[] = []
  const input = (sessionId: string, value: UserIntent, given?: string): string | null => {
    const id = command({ kind: 'input', sessionId, input: value }, given)
    if (id !== null && value.type === 'user-send-message') messages.push(id)
    return id
  }
  return {
    create: (sessionId: string, beginning: Beginning): string | null =>
      command({ kind: 'create-session', sessionId, thinking: 'off', ...beginning }),
    branch: (wish: Omit<Extract<Command, { kind: 'branch-session' }>, 'kind'>): string | null =>
      command({ kind: 'branch-session', ...wish }),
    /** After a reload the page does not know of its command yet: looks whether this one is still to be carried out. */
    lookFor: (id: string, sessionId: string): void => {
      if (connection.isCreating(sessionId)) store.expectCommand(id)
    },
    /** Rare commands: which of the person's devices runs a session. */
    command: (value: Command): string | null => command(value),
    /** `id`: the command's, to tie it to something (a draft). */
    input,
    /**
     * The run that is shown. Behind a message that is on its way it is not named: what that message begins is meant as
     * well.
     */
    aim: (): { run?: number } => {
      messages = messages.filter((id) => store.state.unacknowledged[id])
      const head = store.state.open?.view?.head
      return head === undefined || messages.length > 0 ? {} : { run: runOf(head) }
    },
    /** To the open session. */
    here: (value: UserIntent): string | null => (store.state.open ? input(store.state.open.id, value) : null),
  }
}
