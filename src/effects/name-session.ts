import type { Unstamped } from '../agent/input.ts'
import type { EffectInitializer } from '../moorex/definition.ts'

const LONGEST = 60

/** A title from the first thing that the person said: its first line, cut at a word. '' when there are no words in it. */
export function titleFrom(text: string): string {
  const line = text
    .split('\n')
    .map((part) =>
      part
        .replace(/[#*`>_]+/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .find((part) => part !== '')
  if (line === undefined || line.length <= LONGEST) return line ?? ''
  const cut = line.slice(0, LONGEST)
  const space = cut.lastIndexOf(' ')
  return `${(space > LONGEST / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}

/** Names the session after its first message. Ends with `brain-name-session`, whatever the text was. */
export function nameSession(firstText: () => Promise<string>): EffectInitializer<Unstamped> {
  return {
    start: async (dispatch) => {
      await dispatch({ type: 'brain-name-session', title: titleFrom(await firstText()) })
    },
    cancel: () => {}, // reads one row and ends by itself
  }
}
