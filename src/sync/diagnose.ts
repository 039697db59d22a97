import { isLoopback } from '../settings/loopback.ts'
import type { StorageStep } from '../settings/storage-engine.ts'
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

/** `next`: advice; null: none. `guide`: the text to paste helps. */
export type Advice = { message: string; next: StorageStep | null; guide: boolean }

/**
 * The problem of a connection to a storage, and advice. A browser does not tell why a request failed, so other
 * observations decide.
 */
export function diagnoseStorage({ engine, url, problem, online, reachable }: Seen): Advice {
  const { origin, hostname } = new URL(url)
  switch (problem.kind) {
    case 'unreachable':
      if (!online && !isLoopback(hostname)) return { message: 'This device is offline.', next: 'connect', guide: false }
      if (reachable === true)
        return {
          message: `${origin} responds, but doesn’t allow this page (CORS).`,
          next: 'allow-page',
          guide: true,
        }
      return {
        message: `No response from ${origin}. The server doesn’t exist, or the network, a firewall or a browser extension blocks it.`,
        next: 'check-address',
        guide: false,
      }
    case 'timeout':
      return {
        message: problem.message,
        next: 'test-again',
        guide: false,
      }
    case 'refused':
      return { message: problem.message, next: engine.whenRefused, guide: false }
    case 'no-place':
      return { message: problem.message, next: engine.whenNoPlace, guide: true }
    case 'clock':
      return { message: problem.message, next: 'set-clock', guide: false }
    case 'full':
      return { message: problem.message, next: 'free-space', guide: false }
    case 'forgets':
      return {
        message: problem.message,
        next: 'check-disk',
        guide: false,
      }
    case 'rate-limited':
    case 'server':
      return { message: problem.message, next: 'test-later', guide: false }
    case 'too-large':
      return {
        message: problem.message,
        next: 'raise-limit',
        guide: false,
      }
    case 'gone-wrong':
      return {
        message: problem.message,
        next: 'find-storage',
        guide: false,
      }
    case 'unfit':
      return { message: problem.message, next: null, guide: false }
  }
}
