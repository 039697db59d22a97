import type { Llm, LlmPart } from '../llm/port.ts'

/** Reads and stores what a model does not accept. Neither rejects. */
export type LackPorts = { known: () => Promise<readonly string[]>; learn: (lack: string) => Promise<void> }

/** Most refusals of one request that are learned from. */
const MOST = 8

/**
 * A model that is asked again at once, within the same request, without what a refusal says it does not accept. A lack
 * is stored only once an answer came without the refused part: if the refusal repeats, it was about something else.
 */
export function learningLlm(llm: Llm, { known, learn }: LackPorts): Llm {
  return async function* (request) {
    const lacks = [...(await known())]
    const fresh: string[] = []
    for (;;) {
      let lack: string | undefined
      let held: LlmPart[] = []
      let heard = false
      for await (const part of llm({ ...request, lacks: [...lacks] })) {
        if (part.type === 'error') lack = heard || request.signal.aborted ? undefined : part.error.lack
        if (lack !== undefined && !lacks.includes(lack) && fresh.length < MOST) break
        lack = undefined
        // the id of an answer that was then refused is dropped
        if (part.type === 'start' && !heard) {
          held.push(part)
          continue
        }
        if (part.type !== 'error' && !heard) for (const each of fresh) await learn(each)
        heard = true
        yield* held
        held = []
        yield part
      }
      if (lack === undefined) return
      lacks.push(lack)
      fresh.push(lack)
    }
  }
}
