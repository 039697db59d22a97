import { blobsOfBlocks } from '../../agent/attachments.ts'
import type { Input } from '../../agent/input.ts'

/** The blobs (SHA-256, hex) that these inputs bring into a session, each once. The state holds no others. */
export function blobsNamedBy(inputs: readonly Input[]): string[] {
  return [...new Set(inputs.flatMap(ofInput))]
}

function ofInput(input: Input): string[] {
  switch (input.type) {
    case 'user-send-message':
    case 'user-change-queued':
    case 'user-settle-tool-call':
    case 'brain-send-message-complete':
      return blobsOfBlocks(input.content)
    case 'user-change-files':
      return input.files.flatMap((change) => change.to ?? [])
    case 'toolkit-respond':
      return [
        ...blobsOfBlocks(input.content),
        ...(input.details?.shape === 'image' ? [input.details.blob] : []),
        ...(input.blob === undefined ? [] : [input.blob]),
        ...(input.files ?? []).flatMap((change) => change.to ?? []),
      ]
    case 'toolkit-wait':
      return input.for.type === 'time' ? blobsOfBlocks(input.for.closeWith) : []
    default:
      return []
  }
}
