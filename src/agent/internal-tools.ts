import type { LlmTool } from '../llm/port.ts'
import { EXPAND_HISTORY, isSummarised, LOAD_TOOL_CALL, looksBack, type Past, SEARCH_HISTORY } from './looking-back.ts'

/** Descriptions of the tools with which the brain looks back. */
export const internalTools = (past: Past): LlmTool[] => {
  if (isSummarised(past)) return [LOAD, EXPAND, SEARCH]
  return looksBack(past) ? [LOAD] : []
}

const LOAD: LlmTool = {
  name: LOAD_TOOL_CALL,
  description:
    'Shows the arguments and the result of an earlier tool call of this conversation, by the id that the summary or a shortened result names. A large one comes in pages.',
  parameters: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'The id of the earlier tool call.' },
      page: { type: 'integer', minimum: 1, description: 'Which page of a large result; 1 if left out.' },
    },
    required: ['id'],
    additionalProperties: false,
  },
}
const EXPAND: LlmTool = {
  name: EXPAND_HISTORY,
  description: 'Brings back messages of the conversation that the summary stands for, the newest of them first.',
  parameters: {
    type: 'object',
    properties: {
      count: { type: 'integer', minimum: 1, maximum: 100, description: 'How many messages to bring back.' },
    },
    required: ['count'],
    additionalProperties: false,
  },
}
const SEARCH: LlmTool = {
  name: SEARCH_HISTORY,
  description:
    "Searches this conversation's own past, also what the summary stands for, for words. Gives short excerpts, and ids for load_tool_call.",
  parameters: {
    type: 'object',
    properties: { words: { type: 'string', description: 'Words that all occur in what is looked for.' } },
    required: ['words'],
    additionalProperties: false,
  },
}
