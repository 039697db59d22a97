import type { LlmTool } from '../llm/port.ts'
import type { ContextItem } from './context.ts'
import { sizeOfBlocks, sizeOfText } from './size.ts'

/** Estimated tokens of a request as it is sent, in the units of row sizes. */

export const sizeOfItem = (item: ContextItem): number => {
  switch (item.role) {
    case 'user':
      return sizeOfBlocks(item.content)
    case 'assistant':
      return (
        sizeOfBlocks(item.content) +
        item.calls.reduce((sum, { name, args }) => sum + sizeOfText(name) + sizeOfText(args), 0)
      )
    case 'tool':
      return sizeOfBlocks(item.call.content)
  }
}

export const sizeOfItems = (items: readonly ContextItem[]): number =>
  items.reduce((sum, item) => sum + sizeOfItem(item), 0)

export const sizeOfTool = (tool: LlmTool): number => sizeOfText(JSON.stringify(tool))

/** The part of a request that does not grow with the conversation. */
export const sizeOfTools = (system: string, tools: readonly LlmTool[]): number =>
  tools.reduce((sum, tool) => sum + sizeOfTool(tool), sizeOfText(system))
