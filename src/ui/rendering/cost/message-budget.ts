/** Milliseconds of one beat, in which messages and time are counted together. */
const BEAT = 1000
/** Most messages that are read in one beat. More is a flood, and dropped unread. */
const MOST = 200
/** Beyond this many in one beat it is stopped at once: counting them would keep the page busy. */
const FLOOD = 20_000
/** Flooded beats that are allowed, and the part of one that a calm beat restores: a flood with pauses is a flood. */
const PATIENCE = 5
const FORGIVEN = 0.25
/** Most milliseconds of reading in one beat: a message can be as large as its sender likes. */
const MOST_TIME = 500
/** Most milliseconds of one message; honest ones take a hundredth of that. */
const LONG = 20
/** How many of such a length are allowed, since on a busy machine any message takes long. */
const LONG_ONES = 3

/**
 * Bounds what an artifact's messages may cost the page: a number for each beat, and time. Beats follow the messages,
 * since a flood may hold up every timer. `now`: milliseconds.
 */
export function makeMessageBudget(now: () => number = () => performance.now()): {
  /** The result of `parse`, or null if the message is dropped unread. */
  read: <Message>(parse: () => Message | null) => Message | null
  /** It has cost too much and must be stopped. */
  isSpent: () => boolean
} {
  let begun = now()
  let count = 0
  let time = 0
  let long = 0
  let floods = 0
  const turn = (): void => {
    const beats = Math.floor((now() - begun) / BEAT)
    if (beats === 0) return
    const flooded = count > MOST
    floods = Math.max(0, floods + (flooded ? 1 : 0) - FORGIVEN * (flooded ? beats - 1 : beats))
    begun += beats * BEAT
    count = 0
    time = 0
  }
  return {
    read: (parse) => {
      turn()
      if (++count > MOST) return null
      const began = now()
      const message = parse()
      const took = now() - began
      time += took
      if (took > LONG && message === null) long++
      return message
    },
    isSpent: () => floods >= PATIENCE || count > FLOOD || time > MOST_TIME || long > LONG_ONES,
  }
}
