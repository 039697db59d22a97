import { onTestFinished } from 'vitest'
import type { Published } from '../../../src/protocol/published.ts'
import type { Database } from '../../../src/storage/schema.ts'
import { makeNetwork } from '../../../src/worker/ports/network.ts'
import { startWriter, type Writer } from '../../../src/worker/writer/writer.ts'

type ActivityOf = Extract<Published, { type: 'activity' }>['activity']
type WriterHere = {
  writer: Writer
  published: Published[]
  /** What it said last of what a session waits for; undefined: nothing yet. */
  activity: () => ActivityOf | undefined
}

/** The writer of this database, which nobody else shares; it ends with the test. */
export async function beginWriter(db: Database, epoch: number): Promise<WriterHere> {
  const published: Published[] = []
  const writer = await startWriter({
    ...{ db, epoch, network: makeNetwork(() => true), clean: () => true, safe: false },
    publish: (message) => void published.push(message),
    superseded: () => {},
    report: () => {},
  })
  onTestFinished(writer.stop)
  const activity = () => published.findLast((message) => message.type === 'activity')?.activity
  return { writer, published, activity }
}
