import { isLoopback } from '../settings/loopback.ts'
import type { Engine } from './engine.ts'
import type { StoreProblem } from './object-store.ts'

/** What was seen of a storage that cannot be used. */
export type Seen = {
  engine: Engine
  url: string
  problem: StoreProblem
  online: boolean
  /** Whether a server is there at all, asked without a word of ours that it would have to allow; null: not tried. */
  reachable: boolean | null
}

/** `next`: what to do, a plain sentence; '': nothing is known. `guide`: the text to paste helps. */
export type Advice = { message: string; next: string; guide: boolean }

/** What is wrong with the way to a storage, and what to do. A browser says nothing of why a request failed, so what is known besides has to tell. */
export function diagnoseStorage({ engine, url, problem, online, reachable }: Seen): Advice {
  const { origin, hostname } = new URL(url)
  switch (problem.kind) {
    case 'unreachable':
      if (!online && !isLoopback(hostname))
        return { message: 'This device is offline.', next: 'Connect to the network and test again.', guide: false }
      if (reachable === true)
        return {
          message: `A server answers at ${origin}, but does not let this page read its answers (CORS).`,
          next: 'Let this page in, as written below, and test again.',
          guide: true,
        }
      return {
        message: `Nothing answers at ${origin}: there is no such server, or the network, a firewall or an extension of the browser keeps it away.`,
        next: 'Check the address for typing errors, and whether other pages load.',
        guide: false,
      }
    case 'timeout':
      return {
        message: problem.message,
        next: 'Test again; if it stays so, the server or the way to it is too slow.',
        guide: false,
      }
    case 'refused':
      return { message: problem.message, next: engine.whenRefused, guide: false }
    case 'no-place':
      return { message: problem.message, next: engine.whenNoPlace, guide: true }
    case 'clock':
      return { message: problem.message, next: 'Set the clock of this device, and test again.', guide: false }
    case 'full':
      return { message: problem.message, next: 'Make room there, or use another storage.', guide: false }
    case 'forgets':
      return {
        message: problem.message,
        next: 'Nothing of it is lost here. Look at the disk and the log of the storage, or use another storage.',
        guide: false,
      }
    case 'rate-limited':
    case 'server':
      return { message: problem.message, next: 'Test again in a while.', guide: false }
    case 'too-large':
      return {
        message: problem.message,
        next: 'Raise the limit of the server for the size of a request.',
        guide: false,
      }
    case 'gone-wrong':
      return {
        message: problem.message,
        next: 'Check the address: it is that of the storage itself, not of a web page about it.',
        guide: false,
      }
    case 'unfit':
      return { message: problem.message, next: '', guide: false }
  }
}
