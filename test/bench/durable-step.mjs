import { inLab } from './chromium.mjs'
import { figure, ratio } from './figures.mjs'

/** @typedef {import('./pages/durable-step.ts').StepFigures} StepFigures */

const SIZES = [10, 1000, 10_000]
/** With a summary in place of all but the last ten rows. */
const SUMMARISED = { size: 10_000, id: 'step-summarised' }

/**
 * One durable step (a message in -> committed -> its asking started) in sessions of several lengths, in turns, each
 * beside a bare transaction that puts the same rows.
 * @param {{ context: import('./chromium.mjs').Context, site: string, quick: boolean }} bench
 */
export async function benchDurableStep({ context, site, quick }) {
  const sessionIds = SIZES.map((size) => `step-${size}`)
  const sessions = SIZES.map((messages, index) => ({
    sessionId: sessionIds[index] ?? '',
    messages,
    providerId: 'bench',
    model: 'none',
    end: /** @type {const} */ ('idle'),
  }))
  const summarised = {
    ...{ sessionId: SUMMARISED.id, messages: SUMMARISED.size, summarised: true },
    ...{ providerId: 'bench', model: 'none', end: /** @type {const} */ ('idle') },
  }
  await inLab(context, site, { kind: 'seed', providers: [], sessions: [...sessions, summarised] })
  /** @type {number[][]} */
  const [short = [], long = []] = await inLab(context, site, {
    kind: 'requests',
    sessionIds: ['step-10', SUMMARISED.id],
    rounds: quick ? 10 : 30,
  })
  const rounds = quick ? 30 : 100
  /** @type {StepFigures[][]} */
  const bySize = await inLab(context, site, {
    ...{ kind: 'steps', sessionIds: [...sessionIds, SUMMARISED.id], warmUp: 15, rounds },
  })
  /** @param {number} index @param {keyof StepFigures} key */
  const of = (index, key) => (bySize[index] ?? []).map((step) => step[key])
  const requests = of(0, 'requests')[0]
  const figures = SIZES.flatMap((size, index) => {
    const at = `at ${size.toLocaleString('en')} messages`
    return [
      figure(`one step ${at}`, of(index, 'milliseconds'), 'ms'),
      figure(`bare transaction of the same bytes ${at}`, of(index, 'bare'), 'ms'),
      ratio(`one step against the bare transaction ${at}`, of(index, 'milliseconds'), of(index, 'bare'), {
        limit: 2,
        of: 'the bare transaction',
      }),
      ratio(`one step against bare puts of its rows apart ${at}`, of(index, 'milliseconds'), of(index, 'apart'), {
        of: 'a transaction that puts each row into a store of its own',
      }),
      figure(`bytes written by one step ${at}`, of(index, 'bytes'), 'B', { note: `${requests} rows, as JSON` }),
    ]
  })
  for (const [index, size] of SIZES.entries()) {
    if (index === 0) continue
    const at = `${size.toLocaleString('en')} messages against 10`
    figures.push(
      ratio(`time of a step, ${at}`, of(index, 'milliseconds'), of(0, 'milliseconds'), {
        limit: 1.5,
        of: 'the time at 10',
      }),
    )
    figures.push(
      ratio(`bytes of a step, ${at}`, of(index, 'bytes'), of(0, 'bytes'), { limit: 1.2, of: 'the bytes at 10' }),
    )
  }
  const withSummary = '10,000 messages with a summary against 10'
  figures.push(
    ratio(`time of a step, ${withSummary}`, of(SIZES.length, 'milliseconds'), of(0, 'milliseconds'), {
      limit: 1.5,
      of: 'the time at 10',
    }),
    ratio(`time to build the next request, ${withSummary}`, long, short, { limit: 2, of: 'the time at 10' }),
  )
  return { title: 'One durable step', figures }
}
