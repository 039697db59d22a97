import { effectsAt } from '../../../src/agent/effects-at.ts'
import type { Input, Unstamped } from '../../../src/agent/input.ts'
import type { FileEntry, State } from '../../../src/agent/state.ts'
import { said } from '../../support/said.ts'
import { CONFIG } from './rows.ts'

/** Two random numbers decide a step: which of the possible inputs, and its variant. */
export type Step = { pick: number; variant: number; crash: boolean }

const TEXT = [{ type: 'text' as const, text: 'Some words.' }]
export const LAW_CONFIG = {
  ...CONFIG,
  tools: {
    read: { repeat: 'pure' as const, approval: 'allow' as const, sequential: false },
    write: { repeat: 'once' as const, approval: 'ask' as const, sequential: true },
  },
  compressAbove: 400,
}
const sha = (value: number): string => (value % 16).toString(16).repeat(64)

/**
 * The inputs that may come next: what the running effects may report, and what a person may do. `files`: the entries on
 * disk.
 */
export function possibleInputs(state: State, files: readonly FileEntry[], { variant }: Step): Unstamped[] {
  const failure = { kind: 'overloaded' as const, message: 'busy' }
  const change = {
    path: `file-${variant % 3}`,
    to: variant % 4 === 0 ? null : sha(variant),
    size: 3,
    mediaType: 'text/plain',
  }
  const known = files.filter(({ path }) => path === change.path)
  const fileChange = { ...change, from: known[0]?.blob ?? null }
  const ofEffects = Object.entries(effectsAt(state)).flatMap(([key, effect]): Unstamped[] => {
    switch (effect.kind) {
      case 'ask-brain': {
        const work = { cut: effect.cut, attempt: effect.attempt }
        const usage = { input: 9, output: 9, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
        const names = ['read', 'write', 'unknown']
        const toolCalls = [0, 1].map((n) => ({
          providerId: 'x',
          name: names[(variant + n) % 3] ?? '',
          args: `{"n":${n}}`,
        }))
        return [
          { type: 'brain-send-message-start', ...work, model: { providerId: 'p', model: 'm' } },
          { type: 'brain-call-tools', ...work, toolCalls },
          {
            type: 'brain-send-message-complete',
            ...work,
            content: TEXT,
            stopReason: variant % 2 ? 'stop' : 'tool-use',
            usage,
            cost: 0.5,
          },
          { type: 'brain-fail', ...work, failure, partial: TEXT, retryAt: variant % 2 ? 5 : null },
        ]
      }
      case 'request-toolkit': {
        const work = { toolCallId: effect.toolCallId, attempt: effect.attempt }
        return [
          { type: 'toolkit-start', ...work },
          { type: 'toolkit-respond', ...work, content: TEXT, files: [fileChange], known, terminate: variant % 5 === 0 },
          { type: 'toolkit-error', ...work, error: 'broken', retryAt: variant % 2 ? 9 : null },
          { type: 'toolkit-interrupt', ...work },
          { type: 'toolkit-wait', ...work, for: { type: 'time', until: 99, closeWith: TEXT } },
        ]
      }
      case 'wait':
        return [{ type: 'clock-reach', key }]
      case 'compress-history':
        return [
          {
            type: 'brain-compress-history',
            cut: effect.cut,
            summary: 'Before.',
            cutAt: state.head.lastUserSeq - 1,
            remaining: 40,
            calls: [],
          },
          { type: 'brain-fail-compress', cut: effect.cut },
        ]
      case 'name-session':
        return [{ type: 'brain-name-session', title: 'A name' }]
      default:
        return []
    }
  })
  const deliveries = ['steer', 'follow-up', 'now', 'interrupt'] as const
  const delivery = deliveries[variant % 4] ?? 'steer'
  const open = state.head.unsettled.flatMap(({ calls }) => calls)[0]
  return [
    ...ofEffects,
    said({ type: 'user-send-message', messageId: `m${variant}`, content: TEXT, delivery }),
    { type: 'user-change-files', files: [fileChange], known },
    variant % 3 ? { type: 'user-continue' } : said({ type: 'user-abort' }),
    ...state.queue.slice(0, 1).map(({ id }): Unstamped => ({ type: 'user-cancel-queued', messageId: id })),
    ...(open === undefined
      ? []
      : [{ type: 'user-decide-tool-call', toolCallId: open.id, decision: 'approve', scope: 'once' } as const]),
  ]
}

/** One of the possible inputs, stamped. */
export function nextInput(state: State, files: readonly FileEntry[], step: Step, seq: number): Input {
  const inputs = possibleInputs(state, files, step)
  const chosen = inputs[step.pick % inputs.length] ?? { type: 'user-continue' }
  return { ...chosen, seq, timestamp: seq * 10 }
}
