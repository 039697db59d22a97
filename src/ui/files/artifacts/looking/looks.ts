import {
  FromLookers,
  LONGEST_LINE,
  LOOK_CHANNEL,
  type LookReport,
  MOST_LINES,
  ToLookers,
} from '../../../../protocol/page-look.ts'
import type { Artifact } from '../artifact-shown.ts'
import type { ConsoleLine } from '../frame-messages.ts'

export type Look = { id: string; artifact: Artifact; drawing: boolean; end: (report: LookReport) => void }
type Wanted = Extract<ToLookers, { type: 'look' }>

/**
 * Hears what a running tool asks of the pages. `mayLook`: this page shows the session and is in view. `begin`: this
 * page is to look; `over`: nobody waits for that any more. One look at a time.
 */
export function listenForLooks(ports: {
  mayLook: (sessionId: string) => boolean
  begin: (look: Look) => void
  over: (id: string) => void
}): () => void {
  const page = crypto.randomUUID()
  const channel = new BroadcastChannel(LOOK_CHANNEL)
  const say = (message: FromLookers): void => channel.postMessage(FromLookers.parse(message))
  let wanted: Wanted | null = null
  let going: string | null = null
  channel.onmessage = ({ data }) => {
    const message = ToLookers.safeParse(data).data
    if (message === undefined) return
    switch (message.type) {
      case 'look':
        if (going !== null || !ports.mayLook(message.sessionId)) return
        wanted = message
        return say({ type: 'here', id: message.id, page })
      case 'go': {
        if (message.page !== page || wanted?.id !== message.id || going !== null) return
        const { id } = message
        going = id
        return ports.begin({
          id,
          artifact: { shape: 'artifact', ...wanted.artifact },
          drawing: wanted.drawing === true,
          end: (report) => {
            if (going !== id) return
            going = null
            say({ type: 'looked', id, page, report })
          },
        })
      }
      case 'over':
        if (going !== message.id) return
        going = null
        return ports.over(message.id)
    }
  }
  return () => channel.close()
}

export const emptyReport = (end: LookReport['end']): LookReport => ({
  end,
  lines: [],
  more: 0,
  text: '',
  picture: null,
})

/** Lines as they are told: the first ones, of bounded length. Errors after them take the places of the last others. */
export function toldLines(lines: readonly ConsoleLine[]): Pick<LookReport, 'lines' | 'more'> {
  const first = lines.slice(0, MOST_LINES)
  const later = lines
    .slice(MOST_LINES)
    .filter(({ level }) => level === 'error')
    .slice(0, 20)
  const kept = [...first.slice(0, MOST_LINES - later.length), ...later]
  return {
    lines: kept.map(({ level, text }) => ({ level, text: text.slice(0, LONGEST_LINE) })),
    more: lines.length - kept.length,
  }
}

/** Bytes of a picture in `data:` form; null: it is none. */
export function bytesOfPicture(url: string | null): Uint8Array<ArrayBuffer> | null {
  if (url === null) return null
  try {
    return Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (sign) => sign.charCodeAt(0))
  } catch {
    return null
  }
}
