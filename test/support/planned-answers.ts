/** An answer that a test has planned. `done`: it is given after the request was carried out. */
export type PlannedAnswer = { status: number; body?: string; headers?: Record<string, string>; done?: boolean }
/** Answers the next request of this method with this instead. */
export type PlanNext = (method: string, answer: PlannedAnswer) => void

/** What a test server is to answer instead of what it would. */
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
