/** What became of a command; `known`: it was committed before. */
type CommandOutcome = 'committed' | 'known' | 'unapplied'

/** A command on its way through its session's machine. */
export type Dispatched = { outcome: Promise<CommandOutcome> }

export const known: Dispatched = { outcome: Promise.resolve('known') }
