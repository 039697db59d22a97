/** A planned response. `done`: sent after the request took effect. */
export type PlannedAnswer = { status: number; body?: string; headers?: Record<string, string>; done?: boolean }
/** Answers the next request of this method with this response. */
export type PlanNext = (method: string, answer: PlannedAnswer) => void

/** Planned responses of a test server, in place of its normal ones. */
export function makePlan(): { next: PlanNext; take: (method: string | undefined) => PlannedAnswer | undefined } {
  const planned: { method: string; answer: PlannedAnswer }[] = []
  return {
    next: (method, answer) => void planned.push({ method, answer }),
    take: (wanted) => {
      const place = planned.findIndex(({ method }) => method === wanted)
      return place < 0 ? undefined : planned.splice(place, 1)[0]?.answer
    },
  }
}
