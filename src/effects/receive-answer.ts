import type { LlmPart, Usage } from '../llm/port.ts'
import type { AnswerReceiver, AskBrainPorts } from './ask-brain-ports.ts'

/** How the parts ended. `heard`: something of the answer came before. `names`: what the provider calls it, and who made it. */
export type LastPart = Extract<LlmPart, { type: 'done' | 'error' }> & {
  heard: boolean
  names: Pick<Usage, 'answeredBy' | 'responseId'>
}

/** Feeds the parts to the receiver; returns the last one. `named`: told the provider's name of the run, as soon as it says it. */
export async function receiveAnswer(
  parts: AsyncIterable<LlmPart>,
  receiver: AnswerReceiver,
  named: (responseId: string) => void,
  { failpoint }: Pick<AskBrainPorts, 'failpoint'>,
): Promise<LastPart> {
  let heard = false
  let text = false
  let names: LastPart['names'] = {}
  for await (const part of parts) {
    if (part.type === 'done' || part.type === 'error') return { ...part, heard, names }
    heard = true
    receiver.push(part)
    if (part.type === 'start') names = namesIn(part)
    if (part.type === 'start' && part.responseId !== undefined) named(part.responseId)
    if (part.type === 'text-delta' && !text) {
      text = true
      await failpoint('mid-stream')
    }
  }
  return {
    type: 'error',
    error: { kind: 'broken-stream', message: 'The answer ended unexpectedly.', retryable: true },
    heard,
    names,
  }
}

/** Of a length that can be kept. */
function namesIn({ model, responseId }: Extract<LlmPart, { type: 'start' }>): LastPart['names'] {
  const isName = (name: string | undefined): name is string => name !== undefined && name !== '' && name.length <= 200
  return { ...(isName(model) && { answeredBy: model }), ...(isName(responseId) && { responseId }) }
}
