import type { State } from '../../agent/state.ts'
import type { LlmError } from '../../llm/port.ts'
import type { AskBrainPorts } from '../ask-brain-ports.ts'
import type { BuiltRequest } from './build-request.ts'
import type { BareUpTo } from './earlier-attached.ts'

export type FewerAttached = {
  request: () => Promise<BuiltRequest>
  /**
   * The same request without the pictures, PDFs or recordings from before the person's last message; null: they were
   * not refused, or there are none.
   */
  instead: (error: LlmError, refused: BuiltRequest) => Promise<BuiltRequest | null>
  /** The last request was answered: later requests start from it. */
  answered: () => void
}

/**
 * A picture, PDF or recording that a provider refuses stays in the history, so every later request would be refused,
 * too. The message that brought it fails visibly; a request for a later message is repeated without it.
 */
export function fewerAttached(
  state: State,
  cut: number,
  { providerId, model }: { providerId: string; model: string },
  { request, refusals, refusedAttached }: Pick<AskBrainPorts, 'request' | 'refusals' | 'refusedAttached'>,
): FewerAttached {
  const name = `${providerId} ${model}`
  let bareUpTo: BareUpTo = refusedAttached.get(name) ?? {}
  return {
    request: () => request(state, cut, bareUpTo),
    instead: async (error, refused) => {
      const before = state.head.lastUserSeq - 1
      const { kindsIn, lackIn } = await refusals()
      if (lackIn(error, refused.request) !== null) return null
      // one kind at a time: the others may be fine; a further refusal removes the next
      for (const kind of kindsIn(error)) {
        if (before <= (bareUpTo[kind] ?? 0)) continue
        const without = { ...bareUpTo, [kind]: before }
        const bare = await request(state, cut, without)
        if (attachedIn(bare) >= attachedIn(refused)) continue
        bareUpTo = without
        return bare
      }
      return null
    },
    answered: () => {
      if (Object.keys(bareUpTo).length > 0) refusedAttached.set(name, bareUpTo)
    },
  }
}

const attachedIn = ({ request }: BuiltRequest): number =>
  request.messages.reduce((sum, { content }) => sum + content.filter((block) => 'mediaType' in block).length, 0)
