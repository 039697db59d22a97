import type { Head } from '../../agent/head.ts'
import type { Input, Unstamped } from '../../agent/input.ts'
import type { State } from '../../agent/state.ts'
import type { LookUpSource } from '../../effects/context/look-up.ts'
import type { Published } from '../../protocol/published.ts'
import type { Database } from '../../storage/schema.ts'
import type { HelperJob, Helping } from '../../tools/helpers/helper-port.ts'
import type { RemoteTools } from '../mcp/remote-tools.ts'
import type { RemoteTool } from '../policy/remote-tool.ts'
import type { LiveAnswers } from '../streams/live-answers.ts'
import type { Network } from './network.ts'

/** What the effects of all machines of one writer share. */
export type EffectEnvironment = {
  db: Database
  network: Network
  /** Tools of MCP servers. */
  remote: Promise<RemoteTools>
  publish: (message: Published) => void
  /** The link to the person's other devices. */
  shared: {
    /** A step was committed. */
    committed: (inputs: readonly Input[], head: Head) => void
    /**
     * Resolves when the other devices can read the journal up to `seq` and this device still owns the session; rejects
     * when the signal is aborted.
     */
    published: (sessionId: string, seq: number, signal: AbortSignal) => Promise<void>
    /**
     * null: a run may begin something. Else resolves when it may, as much as is unsent; rejects when the signal is
     * aborted.
     */
    room: (sessionId: string, signal: AbortSignal) => Promise<void> | null
    /** Another device owns the session now: receives the end of an act that is still running here. null: not needed. */
    late: (sessionId: string) => ((ending: Unstamped) => void) | null
  }
  /** The sessions that help other sessions. */
  helpers: {
    /** Starts the helper of a call, or returns its result. */
    help: (of: HelperOf, call: HelperCall, job: HelperJob, signal: AbortSignal) => Promise<Helping>
    /** Resolves when the session is at rest, deleted or not on this device; rejects if the signal is aborted. */
    untilAtRest: (sessionId: string, signal: AbortSignal) => Promise<void>
    /** A step of any session was committed. */
    committed: (previous: Head, next: Head) => void
    /** Something happened to this session: whoever waits for it looks at it. */
    heard: (sessionId: string) => void
    /** Another device has this session now: its helpers here have nothing to work for. */
    lost: (sessionId: string) => void
  }
}

/** The session that is helped. */
export type HelperOf = { db: Database; sessionId: string; state: () => State; load: MachinePorts['load'] }
/** The call that is helped. `helper`: the session that it has waited for. */
export type HelperCall = { id: string; key: string; helper: string | undefined }

/** Further ports for the effects of one session's machine. */
export type MachinePorts = {
  live: Pick<LiveAnswers, 'open' | 'earlier'>
  /** `signal` is aborted while nothing can be saved. */
  saving: { signal: () => AbortSignal }
  activity: {
    waitsForNetwork: (waiting: boolean) => void
    /** Work waits for the passphrase, or continues. */
    waitsForPassphrase: (waiting: boolean) => void
    waitsForSync: (waiting: boolean) => void
    /** A part of the code cannot be loaded, or can be again. */
    missesCode: (missing: boolean, error?: unknown) => void
  }
  /** Loads a part of the code; waits as long as it cannot be had. */
  load: <Code>(code: () => Promise<Code>) => Promise<Code>
  /** The machine is given up while its work is still wanted: by a tab that closes or has lost the lock. */
  leaving: () => boolean
  /** Another device has the session. */
  lost: () => boolean
  /** The present state. */
  state: () => State
  /** What goes through it can be looked at afterwards (wire.ts). */
  wire: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch
  /** Something of an answer was skipped or mended. */
  mended: (what: string) => void
}

/** What the ports of all effects of one session's machine are made of. */
export type PortParts = EffectEnvironment &
  MachinePorts & {
    sessionId: string
    source: LookUpSource
    /** Tools beside the built-in ones. */
    others: (state: State) => Promise<RemoteTool[]>
  }
