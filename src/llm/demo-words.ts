/**
 * What the demo model says in one language. Each function gives the words of one turn; the course of events is decided
 * elsewhere.
 */
export type DemoWords = {
  /** Only in the last answer of the task: marks the end of the conversation. */
  end: string
  /** The one known task. */
  known: RegExp
  /** Names of the two files, and a prefix if they are taken. */
  itinerary: string
  packingList: string
  prefix: string
  /** The line that is ticked off, before and after. */
  open: string
  done: string
  itineraryText: (task: string) => string
  packingListText: string
  look: (knows: boolean) => Said
  writeItinerary: (path: string) => Said
  writePackingList: (path: string) => Said
  read: (path: string) => Said
  tick: Said
  check: Said
  report: (path: string, quoted: string[], ticked: boolean) => Said
  adapt: (tool: string, answer: string) => Said
  withoutTools: (task: string) => Said
  followUp: (words: string) => Said
}
export type Said = { thinking: string; text: string }
