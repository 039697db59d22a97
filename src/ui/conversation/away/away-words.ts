import type { Head } from '../../../agent/head.ts'
import { status } from '../../../agent/status.ts'
import type { AwayView } from '../../../protocol/away.ts'
import { tokens } from '../../base/kit/tokens.ts'
import { type CountedPhrase, count, t } from '../../base/words/t.ts'
import { planWords } from '../plan/plan-words.ts'

/** Shortest absence that is reported, in ms: anything shorter was seen, or nearly. */
export const LONG = 60_000

/** Report for a person who comes back, a sentence each; empty: nothing worth reporting. `away` in ms. */
export function awayWords(view: AwayView, head: Head, away: number): string[] {
  const broken = brokenWords(view)
  if (away < LONG && broken.length === 0) return []
  const done = doneWords(view)
  if (done === null && broken.length === 0) return []
  const now = nowWords(head)
  const plan = head.plan === undefined ? [] : [t('Plan: {where}.', { where: planWords(head.plan) })]
  return [...(done === null ? [] : [done]), ...broken, ...plan, ...(now === null ? [] : [now])]
}

function doneWords({ answers, calls, files, failures, summaries }: AwayView): string | null {
  const done = [
    answers === 0 ? null : count(answers, '1 answer', '{n} answers'),
    calls === 0 ? null : count(calls, '1 tool call', '{n} tool calls'),
    files === 0 ? null : count(files, '1 file changed', '{n} files changed'),
    summaries === 0 ? null : t('older messages summarised'),
    failures === 0 ? null : count(failures, '1 answer failed', '{n} answers failed'),
  ].filter((part) => part !== null)
  return done.length === 0 ? null : t('Meanwhile: {what}.', { what: done.join(t(', ')) })
}

function brokenWords({ answers, again, twice, takenUp, repeated, unknown }: AwayView): string[] {
  return [
    again === 0 ? null : askedAgain(again, answers, twice),
    takenUp === 0
      ? null
      : count(
          takenUp,
          '1 answer kept generating at the provider. Nothing was sent twice.',
          '{n} answers kept generating at the provider. Nothing was sent twice.',
        ),
    repeated === 0
      ? null
      : count(repeated, '1 tool call was interrupted and ran again.', '{n} tool calls were interrupted and ran again.'),
    unknown === 0
      ? null
      : count(unknown, '1 tool call may or may not have run.', '{n} tool calls may or may not have run.'),
  ].filter((words) => words !== null)
}

/** `again` may be included in `answers`. */
function askedAgain(again: number, answers: number, twice: number): string {
  const what =
    answers === 0
      ? count(again, '1 answer was interrupted and restarted', '{n} answers were interrupted and restarted')
      : again === 1 && answers === 1
        ? t('The answer had been interrupted and was restarted')
        : count(
            again,
            '1 answer had been interrupted and was restarted',
            '{n} answers had been interrupted and were restarted',
          )
  return twice > 0
    ? t('{what}: about {tokens} tokens were sent twice.', { what, tokens: tokens(twice) })
    : t('{what}.', { what })
}

function nowWords(head: Head): string | null {
  const now = status(head)
  switch (now.type) {
    case 'waiting-for-you':
      return count(now.calls.length, '1 tool call is waiting for you.', '{n} tool calls are waiting for you.')
    case 'failed':
      return t('It has failed.')
    case 'stopped':
      return t('It is stopped.')
    case 'paused':
      return t('It is paused.')
    case 'idle':
      return t('It is done.')
    default:
      return t('It is still running.')
  }
}

/** "3 hours": duration of the absence, from ms. A reload is "a moment", not a number of seconds. */
export function awayFor(ms: number): string {
  const unit = UNITS.find(([each]) => ms >= each)
  if (unit === undefined) return t('a moment')
  const [size, one, many] = unit
  return count(Math.floor(ms / size), one, many)
}

const UNITS: [number, string, CountedPhrase][] = [
  [86_400_000, '1 day', '{n} days'],
  [3_600_000, '1 hour', '{n} hours'],
  [60_000, '1 minute', '{n} minutes'],
]
