/**
 * A thread that somebody else's material is handed to, and that may therefore hang, break or lie. It is heard while it speaks in the form
 * that it is to speak in, and is killed at its end, at an abort, when it is late, when it breaks and when it says something unreadable.
 */
export type Thread = {
  say: (message: unknown, transfer?: Transferable[]) => void
  /** From now on it has this many milliseconds; null: as long as it likes. Replaces what was said before. */
  giveTime: (milliseconds: number | null) => void
  /** Kills it. `onEnd` does not hear of it, and nothing that it still says is heard. */
  end: () => void
}

/** Why a thread was killed without its owner's word. `broken`: its code could not be loaded, or threw. */
export type ThreadEnd = { type: 'late' | 'unreadable' | 'aborted' } | { type: 'broken'; message: string }

export type ThreadOptions<Said> = {
  /** `new Worker(…)` has to stand in the file of the owner: that is how the build finds the code. */
  start: () => Worker
  /** What it may say. `success` false: unreadable. */
  said: { safeParse: (data: unknown) => { success: true; data: Said } | { success: false } }
  onSaid: (said: Said) => void
  /** Called once at most, when it is dead already. */
  onEnd: (end: ThreadEnd) => void
  /** Milliseconds until `giveTime` says otherwise; absent: as long as it likes. */
  limit?: number
  signal?: AbortSignal
}

/** Starts a thread. An abort that has happened already ends it before anything is started. Throws when the platform cannot start one. */
export function startThread<Said>({ start, said, onSaid, onEnd, limit, signal }: ThreadOptions<Said>): Thread {
  if (signal?.aborted) {
    onEnd({ type: 'aborted' })
    return { say: () => {}, giveTime: () => {}, end: () => {} }
  }
  const worker = start()
  let dead = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const end = (): void => {
    if (dead) return
    dead = true
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    worker.terminate()
  }
  const endFor = (why: ThreadEnd): void => {
    // what was on its way when it was killed still comes
    if (dead) return
    end()
    onEnd(why)
  }
  const abort = (): void => endFor({ type: 'aborted' })
  const giveTime = (milliseconds: number | null): void => {
    clearTimeout(timer)
    if (!dead && milliseconds !== null) timer = setTimeout(() => endFor({ type: 'late' }), milliseconds)
  }

  signal?.addEventListener('abort', abort)
  worker.onmessage = ({ data }: { data: unknown }) => {
    if (dead) return
    const parsed = said.safeParse(data)
    if (parsed.success) onSaid(parsed.data)
    else endFor({ type: 'unreadable' })
  }
  worker.onmessageerror = () => endFor({ type: 'unreadable' })
  worker.onerror = (event) => {
    event.preventDefault()
    endFor({ type: 'broken', message: event.message ?? '' })
  }
  giveTime(limit ?? null)
  return {
    say: (message, transfer = []) => {
      if (!dead) worker.postMessage(message, transfer)
    },
    giveTime,
    end,
  }
}
