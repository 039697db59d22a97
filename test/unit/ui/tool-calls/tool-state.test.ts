import { expect, it } from 'vitest'
import type { ToolContext } from '../../../../src/tools/tool.ts'
import { readFile } from '../../../../src/tools/workspace/read-file.ts'
import { toolState } from '../../../../src/ui/conversation/tool-calls/tool-state.ts'
import { memoryFiles, run } from '../../tools/memory-files.ts'

type Shown = Awaited<ReturnType<NonNullable<ToolContext['show']>>>

it.each<NonNullable<Shown>>([
  { type: 'image', mediaType: 'image/webp', blob: 'b'.repeat(64), name: 'a.png', width: 4, height: 3 },
  { type: 'document', mediaType: 'application/pdf', blob: 'b'.repeat(64), name: 'a.pdf', words: null, length: 0 },
  { type: 'document', mediaType: 'audio/wav', blob: 'b'.repeat(64), name: 'a.wav', words: null, length: 5 },
])('what read_file gave to the model as $mediaType says "Not read"', async (block) => {
  const path = block.name ?? ''
  const files = memoryFiles({ [path]: new Uint8Array([0, 1, 255]) })
  const stateOf = async (shown: Shown) => {
    const { content, details } = await run(readFile, files, { path }, { show: async () => shown })
    const result = { kind: 'ok' as const, content, terminate: false, timestamp: 1, ...(details && { details }) }
    return toolState({ name: 'read_file', status: 'closed', started: true, result })
  }
  expect(await stateOf(block)).toBe('Done')
  expect(await stateOf(null)).toMatch(/^Not read/)
})
