import type { ToolCall } from '../agent/message.ts'
import { parseArguments } from './call-arguments.ts'

/** A question to the person. `chosen`: the choice they took; null: none, or their own words. */
export type Asked = { question: string; choices: string[]; chosen: number | null }

/** The question of a call; null: it asks none, or its arguments hold more than a question. */
export function askedQuestion({ name, args, result }: Pick<ToolCall, 'name' | 'args' | 'result'>): Asked | null {
  if (name !== 'ask_user') return null
  const { question, choices = [], ...more } = parseArguments(args) ?? {}
  if (typeof question !== 'string' || Object.keys(more).length > 0) return null
  if (!Array.isArray(choices) || !choices.every((choice) => typeof choice === 'string')) return null
  const answer = result?.kind === 'ok' && result.content.length === 1 ? result.content[0] : undefined
  const chosen = choices.findIndex((choice) => answer?.type === 'text' && choice.trim() === answer.text)
  return { question, choices, chosen: chosen === -1 ? null : chosen }
}
