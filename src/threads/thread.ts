/**
 * A thread for foreign material, which may make it hang, break or lie. Its messages must have a given form. It is
 * killed at its end, at an abort, when it is late, when it breaks, and at an unreadable message.
 */
export type Thread = {
  say: (message: unknown, transfer?: Transferable[]) => void
  /** Milliseconds from now until it is killed; null: no limit. Replaces an earlier limit. */
  giveTime: (milliseconds: number | null) => void
  /** Kills it. `onEnd` is not called, and later messages are ignored. */
  end: () => void
}

/** Why a thread was killed although its owner did not ask for it. `broken`: its code could not be loaded, or threw. */
export type ThreadEnd = { type: 'late' | 'unreadable' | 'aborted' } | { type: 'broken'; message: string }

export type ThreadOptions<Said> = {
  /** `new Worker(…)` must be in the owner's file: the build finds the code by it. */
  start: () => Worker
  /** Checks a message. `success` false: unreadable. */
  said: { safeParse: (data: unknown) => { success: true; data: Said } | { success: false } }
  onSaid: (said: Said) => void
  /** Called at most once, after it is dead. */
  onEnd: (end: ThreadEnd) => void
  /** Milliseconds until `giveTime` changes them; absent: no limit. */
  limit?: number
  signal?: AbortSignal
}

/** Starts a thread. An earlier abort ends it before anything is started. Throws if the platform cannot start one. */
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
    // Messages under way when it was killed still arrive.
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
