/** Does `work` for each session once after it was planned, at the earliest time that was asked for. */
export function makeDue(work: (sessionId: string) => void): {
  plan: (sessionId: string, wait: number) => void
  stop: () => void
} {
  const due = new Map<string, { timer: ReturnType<typeof setTimeout>; at: number }>()
  return {
    plan: (sessionId, wait) => {
      const planned = due.get(sessionId)
      const at = performance.now() + wait
      if (planned !== undefined && planned.at <= at) return
      clearTimeout(planned?.timer)
      const timer = setTimeout(() => {
        due.delete(sessionId)
        work(sessionId)
      }, wait)
      due.set(sessionId, { timer, at })
    },
    stop: () => {
      for (const { timer } of due.values()) clearTimeout(timer)
      due.clear()
    },
  }
}
