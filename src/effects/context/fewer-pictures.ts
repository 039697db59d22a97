import type { State } from '../../agent/state.ts'
import type { LlmError } from '../../llm/port.ts'
import type { AskBrainPorts } from '../ask-brain-ports.ts'
import type { BuiltRequest } from './build-request.ts'

export type FewerPictures = {
  request: () => Promise<BuiltRequest>
  /** The same question without the pictures of before the person's last message; null: they are not what was refused, or there are none. */
  instead: (error: LlmError, refused: BuiltRequest) => Promise<BuiltRequest | null>
  /** What was asked last was answered: later questions begin with it. */
  answered: () => void
}

/**
 * A picture that a provider does not take stays in the history, and every later question would be refused for it. Who has just sent it is
 * told; what they say after it is asked once more without it.
 */
export function fewerPictures(
  state: State,
  cut: number,
  { providerId, model }: { providerId: string; model: string },
  { request, refusals, refusedPictures }: Pick<AskBrainPorts, 'request' | 'refusals' | 'refusedPictures'>,
): FewerPictures {
  const name = `${providerId} ${model}`
  let bareUpTo = refusedPictures.get(name) ?? 0
  return {
    request: () => request(state, cut, bareUpTo),
    instead: async (error, refused) => {
      const before = state.head.lastUserSeq - 1
      if (before <= bareUpTo) return null
      const { isAboutPictures, lackIn } = await refusals()
      if (!isAboutPictures(error) || lackIn(error, refused.request) !== null) return null
      bareUpTo = before
      const bare = await request(state, cut, before)
      return picturesIn(bare) < picturesIn(refused) ? bare : null
    },
    answered: () => {
      if (bareUpTo > 0) refusedPictures.set(name, bareUpTo)
    },
  }
}

const picturesIn = ({ request }: BuiltRequest): number =>
  request.messages.reduce((sum, { content }) => sum + content.filter(({ type }) => type === 'image').length, 0)
