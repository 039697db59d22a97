import { FromLookers, LOOK_CHANNEL, type LookReport, type ToLookers } from '../../protocol/page-look.ts'
import type { LookAtPage, PageLook } from '../../tools/code/page-port.ts'

/** Milliseconds in which a page in view answers, between two questions, and in which it must have looked. */
const ANSWERS_IN = 3000
const AGAIN_IN = 500
const LOOKS_IN = 30_000

/**
 * Asks the pages that show the session to run the artifact; the first that answers does. Bounded in time: nobody may be
 * looking, and a page may be closed meanwhile.
 */
export const lookAtPage =
  (sessionId: string): LookAtPage =>
  (artifact, { signal, drawing }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const channel = new BroadcastChannel(LOOK_CHANNEL)
      const id = crypto.randomUUID()
      const say = (message: ToLookers): void => channel.postMessage(message)
      let looker: string | null = null
      let timer = setTimeout(() => end({ end: 'nobody' }), ANSWERS_IN)
      const leave = (): void => {
        clearTimeout(timer)
        clearInterval(asking)
        signal.removeEventListener('abort', abort)
        say({ type: 'over', id })
        channel.close()
      }
      const end = (look: PageLook): void => {
        leave()
        resolve(look)
      }
      const abort = (): void => {
        leave()
        reject(signal.reason)
      }
      signal.addEventListener('abort', abort)
      channel.onmessage = ({ data }) => {
        const message = FromLookers.safeParse(data).data
        if (message?.id !== id) return
        if (message.type === 'here') {
          if (looker !== null) return
          looker = message.page
          clearTimeout(timer)
          clearInterval(asking)
          timer = setTimeout(() => end({ end: 'nobody' }), LOOKS_IN)
          say({ type: 'go', id, page: looker })
        } else if (message.page === looker) end(lookOf(message.report))
      }
      const ask = (): void => say({ type: 'look', id, sessionId, artifact, ...(drawing && { drawing }) })
      // a page that is being reloaded hears a later one
      const asking = setInterval(ask, AGAIN_IN)
      ask()
    })

function lookOf({ end, ...seen }: LookReport): PageLook {
  return end === 'ran' || end === 'silent' || end === 'taken' ? { end, ...seen } : { end }
}
