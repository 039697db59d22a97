import type { Command } from '../../protocol/command.ts'
import type { Answered } from '../../protocol/published.ts'
import { paced } from '../../settings/pace.ts'

/** How often what is not acknowledged is sent again, in ms. */
const AGAIN = 5000

export type PendingCommands = {
  add: (id: string, command: Command) => void
  /** Every one of them, to a new writer. */
  sendAll: () => void
  /** A writer's answer. True when it is to one of these commands: it is forgotten. */
  answered: (message: Answered) => boolean
}

/**
 * Commands of one page that are not known to be committed. They are sent to each new writer, and now and then to the
 * same one: it may have failed to read what it needed, or the channel have lost them. A command that is known, or being
 * worked on, is not carried out twice.
 */
export function makePendingCommands(send: (id: string, command: Command) => void): PendingCommands {
  const pending = new Map<string, Command>()
  const sendAll = (): void => {
    for (const [id, command] of pending) send(id, command)
  }
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    add: (id, command) => {
      pending.set(id, command)
      timer ??= setInterval(sendAll, paced(AGAIN))
      send(id, command)
    },
    sendAll,
    answered: (message) => {
      if (message.id === null || !pending.delete(message.id)) return false
      if (pending.size === 0) {
        clearInterval(timer)
        timer = undefined
      }
      return true
    },
  }
}
