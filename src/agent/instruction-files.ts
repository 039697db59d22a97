/** Files that tell an agent how to work on a project: somebody's text, which the person reads before it is used. */

/** In one place the first of these counts. */
export const INSTRUCTION_FILES = ['AGENTS.md', 'CLAUDE.md'] as const
export type InstructionFile = (typeof INSTRUCTION_FILES)[number]

/** Most characters of one that are sent. */
export const MOST_INSTRUCTIONS = 20_000

/**
 * Characters that nobody sees and a model reads: controls, tags, bidirectional marks, zero-width characters, private
 * and unassigned ones, selectors that can spell a text. Joiners of emoji and of scripts stay.
 */
const UNSEEN =
  /(?![\n\t\u200c\u200d])(?:\p{C}|\p{Zl}|\p{Zp}|\u115f|\u1160|\u2800|\u3164|\uffa0|[\u{e0100}-\u{e01ef}])/gu

/** The text as it is sent: what cannot be seen is left out. `hidden`: how many such characters there were. */
export function seenOnly(text: string): { text: string; hidden: number } {
  const lines = text.replaceAll('\r\n', '\n')
  let hidden = 0
  const seen = lines.replaceAll(UNSEEN, () => {
    hidden++
    return ''
  })
  return { text: seen.slice(0, MOST_INSTRUCTIONS), hidden }
}
