import { z } from 'zod'
import type { Provider } from '../../../src/settings/provider.ts'
import { claimEpoch } from '../../../src/storage/epoch.ts'
import { openDatabase } from '../../../src/storage/open.ts'
import type { Database } from '../../../src/storage/schema.ts'
import { saveProvider } from '../../../src/storage/settings/settings.ts'
import { viewContext } from '../../../src/worker/requests/context.ts'
import type { Bucket } from './bench-device.ts'
import { followRun, openOnNewDevices, stepOnDevices } from './devices.ts'
import { bareTransaction, openBare, openStepping, type StepFigures } from './durable-step.ts'
import { type SeedOptions, seedSession } from './seed.ts'
import { lookAtVersions, stepBesideVersions } from './versions.ts'

// as the product's worker
z.config({ jitless: true })

export type LabRequest =
  | { kind: 'seed'; providers: Provider[]; sessions: SeedOptions[] }
  | { kind: 'steps'; sessionIds: string[]; warmUp: number; rounds: number }
  | { kind: 'requests'; sessionIds: string[]; rounds: number }
  | { kind: 'look-at-versions'; sessionId: string; rounds: number }
  | { kind: 'step-beside-versions'; sessionIds: string[]; rounds: number }
  | { kind: 'step-on-devices'; bucket: Bucket; provider: Provider; rounds: number }
  | { kind: 'follow-run'; bucket: Bucket; provider: Provider; turns: number }
  | { kind: 'open-on-new-devices'; bucket: Bucket; turns: number; rounds: number }

const WORK = {
  seed: async (db: Database, epoch: number, request: Extract<LabRequest, { kind: 'seed' }>): Promise<number[]> => {
    for (const provider of request.providers) await saveProvider(db, provider)
    const counts: number[] = []
    for (const session of request.sessions) counts.push(await seedSession(db, epoch, session))
    return counts
  },
  /**
   * Milliseconds in which the next request of each session was read from the disk and built, one per round; sessions
   * take turns.
   */
  requests: async (db: Database, request: Extract<LabRequest, { kind: 'requests' }>): Promise<number[][]> => {
    const figures: number[][] = request.sessionIds.map(() => [])
    for (let round = -5; round < request.rounds; round++)
      for (const [index, id] of request.sessionIds.entries()) {
        const before = performance.now()
        await viewContext(db, id)
        if (round >= 0) figures[index]?.push(performance.now() - before)
      }
    return figures
  },
  /**
   * Figures by session, one per round; sessions take turns, and each step is followed by the bare transaction of its
   * bytes.
   */
  steps: async (
    db: Database,
    epoch: number,
    request: Extract<LabRequest, { kind: 'steps' }>,
  ): Promise<StepFigures[][]> => {
    const bare = await openBare()
    const others = new BroadcastChannel('bench-tabs')
    const sessions = await Promise.all(
      request.sessionIds.map((id) =>
        openStepping(db, epoch, id, (message) => {
          others.postMessage({ type: 'publish', message })
          self.postMessage(message)
        }),
      ),
    )
    const figures: StepFigures[][] = sessions.map(() => [])
    for (let round = -request.warmUp; round < request.rounds; round++)
      for (const [index, session] of sessions.entries()) {
        const { milliseconds, written } = await session.step(round + 1000)
        const one = await bareTransaction(bare, written.values, false)
        const apart = await bareTransaction(bare, written.values, true)
        const requests = written.values.length
        if (round >= 0) figures[index]?.push({ milliseconds, bytes: written.bytes, requests, bare: one, apart })
      }
    for (const session of sessions) session.stop()
    return figures
  },
}

function carryOut(db: Database, epoch: number, request: LabRequest): Promise<unknown> {
  switch (request.kind) {
    case 'seed':
      return WORK.seed(db, epoch, request)
    case 'steps':
      return WORK.steps(db, epoch, request)
    case 'requests':
      return WORK.requests(db, request)
    case 'look-at-versions':
      return lookAtVersions(db, request.sessionId, request.rounds)
    case 'step-beside-versions':
      return stepBesideVersions(db, epoch, request.sessionIds, request.rounds)
    case 'step-on-devices':
      return stepOnDevices(request.bucket, request.provider, request.rounds)
    case 'follow-run':
      return followRun(request.bucket, request.provider, request.turns)
    case 'open-on-new-devices':
      return openOnNewDevices(request.bucket, request.turns, request.rounds)
  }
}

self.onmessage = async ({ data }: MessageEvent<LabRequest>) => {
  try {
    const opened = await openDatabase({
      onBlocked: () => {},
      onVersionChange: (close) => close(),
      onTerminated: () => {},
      onEmptied: () => {},
    })
    if (opened.type === 'failed') throw new Error(opened.fault.message)
    const epoch = await claimEpoch(opened.db)
    const result = await carryOut(opened.db, epoch, data)
    opened.db.close()
    self.postMessage({ type: 'lab-result', result })
  } catch (error) {
    self.postMessage({
      type: 'lab-error',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })
  }
}
