import type { Unstamped } from '../../agent/input.ts'
import type { State } from '../../agent/state.ts'
import type { LiveAnswers } from '../streams/live-answers.ts'

/** What the tree of helpers needs of a session's machine. */
export type HelperMachine = {
  state: () => State
  live: Pick<LiveAnswers, 'partials' | 'wholePartials' | 'spent'>
  dispatch: (input: Unstamped) => Promise<unknown>
}

/** What it needs of the machines of a writer. */
export type HelperMachines<Machine extends HelperMachine> = {
  of: (sessionId: string) => Promise<Machine>
  alive: (sessionId: string) => Promise<Machine> | undefined
  add: (sessionId: string, starting: Promise<Machine>) => Promise<Machine>
  use: <Value>(sessionId: string, work: () => Promise<Value>) => Promise<Value>
}
