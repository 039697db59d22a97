import type { FromShell, ToShell } from '../shell-messages.ts'
import type { ShellAnswer, ShellAsk } from '../shell-port.ts'

/** Sends a request to the owner of this thread; rejects with the words of a refusal. */
export type Outside = <Name extends ShellAsk['name']>(
  ask: Extract<ShellAsk, { name: Name }>,
) => Promise<Extract<ShellAnswer, { name: Name }>>

/** `hear` receives the answers. */
export function makeOutside(say: (message: FromShell) => void): { outside: Outside; hear: (said: ToShell) => void } {
  const waiting = new Map<number, { resolve: (answer: ShellAnswer) => void; reject: (error: Error) => void }>()
  let last = 0
  const ask = (what: ShellAsk): Promise<ShellAnswer> =>
    new Promise((resolve, reject) => {
      const id = ++last
      waiting.set(id, { resolve, reject })
      say({ type: 'ask', id, ask: what })
    })
  return {
    // an answer has the same name as its request: the owner is trusted
    outside: ask as Outside,
    hear: (said) => {
      if (said.type === 'run') return
      const asked = waiting.get(said.id)
      waiting.delete(said.id)
      if (said.type === 'answer') asked?.resolve(said.answer)
      else asked?.reject(new Error(said.error))
    },
  }
}
