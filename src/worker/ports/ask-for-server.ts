import { sizeOfText } from '../../agent/size.ts'
import type { State } from '../../agent/state.ts'
import { makeAnswerBuffer } from '../../effects/answer-buffer.ts'
import { endingRun } from '../../effects/ending-run.ts'
import type { Database } from '../../storage/schema.ts'
import type { Sampling } from '../../tools/servers/sampling-port.ts'
import { connect } from './connect.ts'
import type { MachinePorts } from './machine-ports.ts'

/** The session's model, asked on behalf of a server: one request without tools and without anything of the session. */

const PATIENCE = 120_000
const NOTHING = { cacheRead: 0, cacheWrite: 0, reasoning: 0 }

export function askForServer(
  db: Database,
  state: () => State,
  { load, wire }: Pick<MachinePorts, 'load' | 'wire'>,
): Pick<Sampling, 'most' | 'ask'> {
  const model = () => state().config.model
  const open = async () => {
    const connection = await connect(db, { ...model(), thinking: 'off' }, load, { tap: wire })
    if ('failure' in connection) throw new Error(connection.failure.message)
    return connection
  }
  return {
    most: async ({ system, messages, maxTokens }) => {
      const connection = await open()
      const input = sizeOfText([system, ...messages.map(({ text }) => text)].join('\n'))
      return { name: model().model.slice(0, 200), cost: connection.cost({ ...NOTHING, input, output: maxTokens }) }
    },
    ask: async ({ system, messages, maxTokens }, cancelled) => {
      const signal = AbortSignal.any([cancelled, AbortSignal.timeout(PATIENCE)])
      const { providerId, model: name } = model()
      const connection = await open()
      const buffer = makeAnswerBuffer()
      const parts = connection.llm({
        ...{ model: name, system, tools: [], toolChoice: 'none', thinking: 'off', maxOutputTokens: maxTokens, signal },
        messages: messages.map(({ role, text }) => ({ role, content: [{ type: 'text', text }] })),
      })
      for await (const part of endingRun(parts, connection.cancelRun)) {
        if (part.type === 'error') throw new Error(part.error.message)
        if (part.type !== 'done') {
          buffer.push(part)
          continue
        }
        const text = buffer.said().flatMap((block) => (block.type === 'text' ? [block.text] : []))
        const cost = part.cost ?? connection.cost(part.usage)
        return {
          ...{ text: connection.scrub(text.join('\n')), model: name, isCut: part.stopReason === 'length' },
          request: { model: { providerId, model: name }, usage: part.usage, cost },
        }
      }
      throw new Error('The model did not answer.')
    },
  }
}
