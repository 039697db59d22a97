import { isLoopback } from '../settings/loopback.ts'
import type { Engine } from './engine.ts'
import type { StoreProblem } from './object-store.ts'

/** Observations of a storage that can’t be used. */
export type Seen = {
  engine: Engine
  url: string
  problem: StoreProblem
  online: boolean
  /** Whether a server exists there, tested with a request that needs no permission from it; null: not tested. */
  reachable: boolean | null
}

/** `next`: advice, a plain sentence; '': none. `guide`: the text to paste helps. */
export type Advice = { message: string; next: string; guide: boolean }

/**
 * The problem of a connection to a storage, and advice. A browser does not tell why a request failed, so other
 * observations decide.
 */
export function diagnoseStorage({ engine, url, problem, online, reachable }: Seen): Advice {
  const { origin, hostname } = new URL(url)
  switch (problem.kind) {
    case 'unreachable':
      if (!online && !isLoopback(hostname))
        return { message: 'This device is offline.', next: 'Connect to the network and test again.', guide: false }
      if (reachable === true)
        return {
          message: `${origin} responds, but doesn’t allow this page (CORS).`,
          next: 'Allow this page as described below, then test again.',
          guide: true,
        }
      return {
        message: `No response from ${origin}. The server doesn’t exist, or the network, a firewall or a browser extension blocks it.`,
        next: 'Check the address for typos, and whether other pages load.',
        guide: false,
      }
    case 'timeout':
      return {
        message: problem.message,
        next: 'Test again. If this persists, the server or the connection is too slow.',
        guide: false,
      }
    case 'refused':
      return { message: problem.message, next: engine.whenRefused, guide: false }
    case 'no-place':
      return { message: problem.message, next: engine.whenNoPlace, guide: true }
    case 'clock':
      return { message: problem.message, next: 'Set this device’s clock, then test again.', guide: false }
    case 'full':
      return { message: problem.message, next: 'Free up space there, or use another storage.', guide: false }
    case 'forgets':
      return {
        message: problem.message,
        next: 'Nothing is lost here. Check the storage’s disk and log, or use another storage.',
        guide: false,
      }
    case 'rate-limited':
    case 'server':
      return { message: problem.message, next: 'Test again later.', guide: false }
    case 'too-large':
      return {
        message: problem.message,
        next: 'Raise the server’s request size limit.',
        guide: false,
      }
    case 'gone-wrong':
      return {
        message: problem.message,
        next: 'Check the address: it must be the storage itself, not a web page about it.',
        guide: false,
      }
    case 'unfit':
      return { message: problem.message, next: '', guide: false }
  }
}
