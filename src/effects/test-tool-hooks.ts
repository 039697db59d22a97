import type { ToolHooks } from './tool-hooks.ts'

/**
 * Hooks of the test build only. They look for words in the arguments of a call, so that a test can see in the finished
 * product that hooks are called, and with what effect.
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
