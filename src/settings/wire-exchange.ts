import * as z from 'zod/mini'

const WireText = z.object({ text: z.string().check(z.maxLength(1_000_000)), left: z.number() })
/** What a header or an address may have; imported ones are a stranger's. */
const WireWord = z.string().check(z.maxLength(100_000))
const MOST_HEADERS = 1000
/** The last moment that a calendar has. */
const LAST = 8.64e15

/**
 * One question to a model and its answer, as they were sent. Headers are without keys; null: the value is left out. `left`: characters in the
 * middle of a long text that are not kept. `ms` null: it goes on; `status` null: nothing has come. `problem`: why it broke off. `at`: wall
 * time, ms.
 */
export const WireExchange = z.object({
  at: z.number().check(z.minimum(0), z.maximum(LAST)),
  ms: z.nullable(z.number()),
  method: WireWord,
  url: WireWord,
  headers: z.array(z.tuple([WireWord, z.nullable(WireWord)])).check(z.maxLength(MOST_HEADERS)),
  request: WireText,
  status: z.nullable(z.number()),
  answerHeaders: z.array(z.tuple([WireWord, WireWord])).check(z.maxLength(MOST_HEADERS)),
  answer: WireText,
  problem: z.nullable(WireWord),
})
export type WireExchange = z.infer<typeof WireExchange>
