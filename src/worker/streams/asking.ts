import type { Spending } from '../../agent/input.ts'
import { sizeOfText } from '../../agent/size.ts'
import type { StreamBlock, Way } from '../../agent/stream-block.ts'
import type { AnswerReceiver } from '../../effects/ask-brain-ports.ts'
import type { LlmPart, Usage } from '../../llm/port.ts'

/** Measures one running request: its time to the first word, and its tokens. */
export type Asking = Pick<AnswerReceiver, 'asking' | 'firstAfter' | 'spent'> & { heard: (part: LlmPart) => void }

/** `now`: ms of a monotonic clock. */
export function makeAsking(
  { way, buffer }: { way: Way; buffer: { blocks: () => StreamBlock[] } },
  now: () => number = () => performance.now(),
): Asking {
  let left: { at: number; tokens: number; cost: Parameters<Asking['asking']>[1] } | null = null
  let first: number | null = null
  let heard = false
  let told: Usage | null = null
  return {
    asking: (tokens, cost) => {
      left = { at: now(), tokens, cost }
      return { counted: (usage) => (told = usage) }
    },
    heard: ({ type }) => {
      heard = true
      if (first === null && left !== null && type !== 'start') first = Math.max(0, Math.round(now() - left.at))
    },
    // a resumed run sends its text at once
    firstAfter: () => (way === 're-attached' ? null : first),
    spent: (): Spending | null => {
      if (left === null || !heard) return null
      const received = buffer
        .blocks()
        .reduce((sum, { kind, text }) => sum + (kind === 'sources' ? 0 : sizeOfText(text)), 0)
      const { input, output, cacheRead, cacheWrite, reasoning, searches, tier } = told ?? NOTHING
      const usage = {
        input: input > 0 ? input : left.tokens,
        // most providers report usage only at the end
        output: Math.max(output, Math.ceil(received)),
        cacheRead,
        cacheWrite,
        reasoning,
        ...(searches !== undefined && { searches }),
        ...(tier !== undefined && { tier }),
      }
      return { usage, cost: left.cost(usage) }
    },
  }
}

const NOTHING: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
