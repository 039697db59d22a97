import { blobsOfBlocks } from '../../agent/attachments.ts'
import type { Input } from '../../agent/input.ts'
import type { ToolResult } from '../../agent/message.ts'

/** The blobs (SHA-256, hex) that these inputs bring into a session, each once. The state holds no others. */
export function blobsNamedBy(inputs: readonly Input[]): string[] {
  return [...new Set(inputs.flatMap((input) => [...ofInput(input), ...blobsOfPartials(input)]))]
}

/**
 * Those that an answer had brought before it was stopped or broke. Older versions did not name them: their archives
 * lack them and do not say so.
 */
export function blobsOfPartials(input: Input): string[] {
  switch (input.type) {
    case 'user-send-message':
    case 'user-abort':
    case 'user-delete-session':
    case 'session-release':
      return Object.values(input.partials ?? {}).flatMap(blobsOfBlocks)
    case 'brain-fail':
      return blobsOfBlocks(input.partial)
    default:
      return []
  }
}

function ofInput(input: Input): string[] {
  switch (input.type) {
    case 'session-create':
      return (input.helps?.files ?? []).flatMap((change) => change.to ?? [])
    case 'user-send-message':
      return [...blobsOfBlocks(input.content), ...(input.files ?? []).flatMap((change) => change.to ?? [])]
    case 'user-change-queued':
    case 'user-settle-tool-call':
    case 'brain-send-message-complete':
      return blobsOfBlocks(input.content)
    case 'user-change-files':
      return input.files.flatMap((change) => change.to ?? [])
    case 'brain-call-tools':
      return input.toolCalls.flatMap(({ answered }) => (answered === undefined ? [] : ofResult(answered)))
    case 'toolkit-respond':
      return [...ofResult(input), ...(input.files ?? []).flatMap((change) => change.to ?? [])]
    case 'toolkit-wait':
      if (input.for.type === 'form') return (input.for.form.changes?.files ?? []).flatMap((change) => change.to ?? [])
      return input.for.type === 'time' ? blobsOfBlocks(input.for.closeWith) : []
    default:
      return []
  }
}

const ofResult = ({ content, details, blob }: Pick<ToolResult, 'content' | 'details' | 'blob'>): string[] => [
  ...blobsOfBlocks(content),
  ...(details?.shape === 'image' ? [details.blob] : []),
  ...(details?.shape === 'artifact' && details.bundle !== undefined ? [details.bundle] : []),
  ...(blob === undefined ? [] : [blob]),
]
