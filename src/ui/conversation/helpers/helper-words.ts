import type { ToolCall } from '../../../agent/message.ts'
import type { SessionItem } from '../../../protocol/common.ts'
import { parseArguments } from '../../../search/call-arguments.ts'
import type { UiState } from '../../base/state/ui-state.ts'
import { t } from '../../base/words/t.ts'
import { sessionWords } from '../../sessions/session-words.ts'
import { dollars } from '../../settings/usage/money.ts'
import { toolState } from '../tool-calls/tool-state.ts'

const TITLE = 80

/** The title that the model gave the helper, else the beginning of its task. */
export function helperTitle({ args }: Pick<ToolCall, 'args'>): string {
  const { title, task } = parseArguments(args) ?? {}
  if (typeof title === 'string' && title.trim() !== '') return title.trim().slice(0, TITLE)
  const first = typeof task === 'string' ? (task.trim().split('\n')[0] ?? '') : ''
  return first === '' ? t('New session') : first.slice(0, TITLE)
}

/** What a helper is doing, in words; of one that has ended, how its call ended. `helper`: its line in the list. */
export function helperState(
  call: ToolCall,
  helper: SessionItem | undefined,
  notRunning: UiState['notRunning'],
): string {
  if (call.status === 'asking') return t('Waiting for you')
  if (call.status !== 'waiting' || helper === undefined) return t(toolState(call))
  if (helper.status === 'waiting-for-you') return t('Waiting for you')
  return sessionWords(helper, { now: Date.now(), notRunning })
}

/** What its run has used; '': nothing yet. */
export function helperSpent(helper: SessionItem | undefined): string {
  const { tokens = 0, cost = 0 } = helper?.helps ?? {}
  if (tokens === 0) return ''
  const words = t('{n} tokens', { n: new Intl.NumberFormat().format(tokens) })
  return cost > 0 ? `${words} · ${dollars(cost)}` : words
}
