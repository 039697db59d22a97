import type { Config } from '../../agent/config.ts'
import type { UserInput } from '../../agent/input.ts'
import { helpedCalls } from '../../agent/select.ts'
import type { State } from '../../agent/state.ts'
import { transition } from '../../agent/transition.ts'
import { isFinal } from '../refused.ts'
import type { HelperMachine, HelperMachines } from './helper-machine.ts'
import { takenFromHelper } from './taken-from-helper.ts'

type Ports<Machine extends HelperMachine> = {
  machines: Pick<HelperMachines<Machine>, 'of' | 'use'>
  report: (error: unknown) => void
}

/**
 * Takes from the working helpers of a session, and from theirs, what `input` will take from the session. Resolves when
 * that is committed, which is before the session's own change: a kill between the two leaves helpers that may do less,
 * and the command comes again.
 */
export async function restrictHelpers<Machine extends HelperMachine>(
  ports: Ports<Machine>,
  state: State,
  input: UserInput,
): Promise<void> {
  const { seq, timestamp } = state.head
  const next = transition({ ...input, seq: seq + 1, timestamp })(state)
  if (next.config !== state.config) await restrict(ports, state, next.config)
}

async function restrict<Machine extends HelperMachine>(
  ports: Ports<Machine>,
  { head, config: before }: Pick<State, 'head' | 'config'>,
  after: Config,
): Promise<void> {
  for (const { helper } of helpedCalls(head))
    await ports.machines
      .use(helper, async () => {
        const machine = await ports.machines.of(helper)
        const state = machine.state()
        const taken = takenFromHelper({ before, after, head }, state.config)
        if (taken === null) return
        await restrict(ports, state, { ...state.config, ...taken })
        await machine.dispatch({ type: 'user-configure', config: taken })
      })
      .catch((error: unknown) => {
        // a helper that is gone or damaged does nothing
        if (!isFinal(error)) throw error
        ports.report(error)
      })
}
