import type { LlmPart, Usage } from '../llm/port.ts'
import type { AnswerReceiver, AskBrainPorts } from './ask-brain-ports.ts'

/**
 * The last part. `heard`: a part of the answer arrived before. `names`: the provider's id of the answer, and the model
 * that made it.
 */
export type LastPart = Extract<LlmPart, { type: 'done' | 'error' }> & {
  heard: boolean
  names: Pick<Usage, 'answeredBy' | 'responseId'>
}

/**
 * Feeds the parts to the receiver; returns the last part. `named`: called with the provider's id of the run as soon as
 * it arrives.
 */
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

/** Only names short enough to store. */
function namesIn({ model, responseId }: Extract<LlmPart, { type: 'start' }>): LastPart['names'] {
  const isName = (name: string | undefined): name is string => name !== undefined && name !== '' && name.length <= 200
  return { ...(isName(model) && { answeredBy: model }), ...(isName(responseId) && { responseId }) }
}
