import { type StreamBlock, textLength } from '../../../agent/stream-block.ts'
import type { StreamSnapshot } from '../../../protocol/common.ts'
import type { FromWorker } from '../../../protocol/from-worker.ts'

export type StreamMessage = Extract<FromWorker, { type: 'stream' }>

/**
 * `passed`: what an earlier asking had said, and a newer one has passed: it can be looked at as long as the page is
 * there.
 */
export type StreamView = StreamSnapshot & { passed?: StreamBlock[] }

/** The view that a first part of an asking begins with. */
export const emptyStream = ({ cut, attempt, start, way }: StreamMessage): StreamView => ({
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
 * Adds what came to `view`, in place. The text of older askings is kept beside that of a newer one until it has passed
 * them. Returns false when something in between is missing: ask for `streams`.
 */
export function applyParts(view: StreamView, message: StreamMessage): boolean {
  if (isOlder(message, view)) return true
  if (isNewer(message, view)) {
    view.attempt = message.attempt
    view.start = message.start
    if (textLength(view.blocks) > textLength(view.earlier ?? [])) view.earlier = view.blocks
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
  if (view.earlier && textLength(view.blocks) >= textLength(view.earlier)) {
    view.passed = view.earlier
    delete view.earlier
  }
  return complete
}

function insertBlock(blocks: StreamBlock[], part: StreamBlock): void {
  const at = blocks.findIndex((known) => known.index > part.index)
  if (at < 0) blocks.push(part)
  else blocks.splice(at, 0, part)
}
