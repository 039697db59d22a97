import type { ToolHooks } from './tool-hooks.ts'

/**
 * The hooks of the test build alone: they look for words in the arguments of a call, so that a test can see in the finished
 * product that they are asked, and what follows.
 */
export function testToolHooks(): ToolHooks {
  return {
    beforeToolCall: ({ args, stage }) => {
      const words = JSON.stringify(args)
      if (words.includes('[hook: block]')) return { block: true, reason: 'the test forbids it' }
      if (words.includes('[hook: block the start]') && stage === 'starting') return { block: true, reason: 'too late' }
      if (words.includes('[hook: throw]')) throw new Error('the hook of the test broke')
      return undefined
    },
    afterToolCall: ({ args, result }) => {
      const words = JSON.stringify(args)
      if (words.includes('[hook: break]')) throw new Error('the hook of the test broke')
      if (words.includes('[hook: rewrite]'))
        return { content: [...result.content, { type: 'text', text: 'The hook of the test was here.' }] }
      return undefined
    },
  }
}
