import * as z from 'zod/mini'

const WireText = z.object({ text: z.string().check(z.maxLength(1_000_000)), left: z.number() })
/** Bounds a header or an address; imported ones are untrusted. */
const WireWord = z.string().check(z.maxLength(100_000))
const MOST_HEADERS = 1000
/** The last moment that a Date can hold, in ms. */
const LAST = 8.64e15

/**
 * One request to a model and its answer, as they were sent. Keys are removed from headers; null: the value is left out.
 * `left`: characters left out in the middle of a long text. `ms` null: in progress. `status` null: no answer yet.
 * `problem`: why it was cut off. `at`: wall time, ms.
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
  /** What was skipped or mended in the answer, and how often; absent: nothing. */
  mended: z.optional(
    z.array(z.tuple([z.string().check(z.maxLength(100)), z.int().check(z.positive())])).check(z.maxLength(40)),
  ),
})
export type WireExchange = z.infer<typeof WireExchange>
