import type { Command } from '../../protocol/command.ts'
import type { Answered } from '../../protocol/published.ts'
import { paced } from '../../settings/pace.ts'

/** Milliseconds until an unacknowledged command is sent again. */
const AGAIN = 5000

export type PendingCommands = {
  add: (id: string, command: Command) => void
  /** Every one of them, to a new writer. */
  sendAll: () => void
  /** A writer's answer. True when it is to one of these commands: it is forgotten. */
  answered: (message: Answered) => boolean
}

/**
 * Commands of one page that may not be committed yet. They are sent to each new writer, and from time to time to the
 * same writer: a read may have failed there, or the channel may have lost them. A command that is known or running is
 * not run twice.
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
