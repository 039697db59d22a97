import type { Llm, LlmPart } from '../llm/port.ts'

/** What is known that a model does not take, and who remembers more of it. Neither rejects. */
export type LackPorts = { known: () => Promise<readonly string[]>; learn: (lack: string) => Promise<void> }

/** Refusals of one question that are learned from. */
const MOST = 8

/**
 * A model that is asked again at once without what a refusal says that it does not take, as part of the same asking. What was learned is kept
 * only once it has been answered without it: a refusal that comes all the same was about something else.
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
        // the name of an answer that was then refused is nobody's
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
