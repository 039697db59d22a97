import type { LlmMessage, LlmRequest, TextBlock } from './port.ts'

/** Adapts a request to a model without tools, or without a system prompt, for every API. */
export function lacking(request: LlmRequest): LlmRequest {
  const lacks = request.lacks ?? []
  const bare = lacks.includes('tools') ? withoutTools(request) : request
  return lacks.includes('system') && bare.system.trim() !== '' ? folded(bare) : bare
}

/** Earlier calls, by a model that could make them, stay as words. */
function withoutTools(request: LlmRequest): LlmRequest {
  const messages = request.messages.map((message): LlmMessage => {
    if (message.role === 'tool')
      return { role: 'user', content: [said(`[What the tool ${message.name} returned:]`), ...message.content] }
    if (message.role === 'user') return message
    const content = message.content.map((block) =>
      block.type === 'tool-call' ? said(`[The tool ${block.name} was called with ${block.arguments}]`) : block,
    )
    return { role: 'assistant', content }
  })
  const { system, toolWords = '' } = request
  return {
    ...request,
    system: toolWords === '' ? system : withoutPart(system, toolWords),
    tools: [],
    toolChoice: 'auto',
    webSearch: undefined,
    ownCode: undefined,
    messages: inTurn(messages),
  }
}

/** The parts of a system prompt are apart by an empty line. */
function withoutPart(system: string, part: string): string {
  const shapes = [`${part}\n\n`, `\n\n${part}`, part]
  return system.replace(shapes.find((shape) => system.includes(shape)) ?? part, '')
}

/** Results of parallel calls are joined into one message: some templates require alternating turns. */
function inTurn(messages: LlmMessage[]): LlmMessage[] {
  const turns: LlmMessage[] = []
  for (const message of messages) {
    const last = turns.at(-1)
    if (last?.role === 'user' && message.role === 'user')
      turns[turns.length - 1] = { role: 'user', content: [...last.content, ...message.content] }
    else turns.push(message)
  }
  return turns
}

/** Puts the system prompt before the person's first words, in the same text: some templates accept only text. */
function folded(request: LlmRequest): LlmRequest {
  const { system, messages } = request
  const [first, ...rest] = messages
  if (first?.role !== 'user')
    return { ...request, system: '', messages: [{ role: 'user', content: [said(system)] }, ...messages] }
  const [begin, ...more] = first.content
  const content =
    begin?.type === 'text'
      ? [{ ...begin, text: `${system}\n\n${begin.text}` }, ...more]
      : [said(system), ...first.content]
  return { ...request, system: '', messages: [{ role: 'user', content }, ...rest] }
}

const said = (text: string): TextBlock => ({ type: 'text', text })
