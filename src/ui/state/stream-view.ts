import type { StreamBlock, StreamSnapshot } from '../../protocol/common.ts'
import type { FromWorker } from '../../protocol/from-worker.ts'

export type StreamMessage = Extract<FromWorker, { type: 'stream' }>

/** The view that a first part of an asking begins with. */
export const emptyStream = ({ cut, attempt, start, way }: StreamMessage): StreamSnapshot => ({
  cut,
  attempt,
  start,
  way,
  live: true,
  blocks: [],
})

const isOlder = (message: StreamMessage, view: StreamSnapshot): boolean =>
  message.attempt < view.attempt || (message.attempt === view.attempt && message.start < view.start)
const isNewer = (message: StreamMessage, view: StreamSnapshot): boolean =>
  message.attempt > view.attempt || (message.attempt === view.attempt && message.start > view.start)

/**
 * Adds what came to `view`, in place. The text of an older asking stands until the first part of a newer one. Returns false when
 * something in between is missing: ask for `streams`.
 */
export function applyParts(view: StreamSnapshot, message: StreamMessage): boolean {
  if (isOlder(message, view)) return true
  if (isNewer(message, view)) {
    view.attempt = message.attempt
    view.start = message.start
    view.blocks = []
  }
  view.live = true
  view.way = message.way
  let complete = true
  for (const { offset, ...part } of message.parts) {
    const block = view.blocks.find((known) => known.index === part.index)
    const length = block?.text.length ?? 0
    if (offset > length) complete = false
    else if (block) block.text += part.text.slice(length - offset)
    else insertBlock(view.blocks, part)
  }
  return complete
}

function insertBlock(blocks: StreamBlock[], part: StreamBlock): void {
  const at = blocks.findIndex((known) => known.index > part.index)
  if (at < 0) blocks.push(part)
  else blocks.splice(at, 0, part)
}
