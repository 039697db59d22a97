/** Milliseconds for which messages and time are counted together. */
const BEAT = 1000
/** Messages that are read in one beat; more than that is a flood, and dropped unread. */
const MOST = 200
/** So many in one beat are no longer waited for: counting them is all that the page would do. */
const FLOOD = 20_000
/** Beats of flood that are let pass, and what part of one a calm beat makes good: a flood with pauses is a flood. */
const PATIENCE = 5
const FORGIVEN = 0.25
/** Milliseconds of reading in one beat: a message can be as large as its sender likes. */
const MOST_TIME = 500
/** Milliseconds of one message; those that are read as they should be take a hundredth of it. */
const LONG = 20
/** How many of such a length are let pass, since a busy machine makes any message take long. */
const LONG_ONES = 3

/**
 * What an artifact may cost the page by what it sends it: a number of messages for each beat, and time. Beats are told by the messages that
 * come, since a flood may hold up every timer. `now`: milliseconds.
 */
export function makeMessageBudget(now: () => number = () => performance.now()): {
  /** What `parse` says, or null when the message is dropped unread. */
  read: <Message>(parse: () => Message | null) => Message | null
  /** It has cost too much: nothing more is to be waited for. */
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
