import type { Head } from '../../agent/head.ts'
import { status } from '../../agent/status.ts'
import type { AwayView } from '../../protocol/away.ts'
import { tokens } from '../kit/tokens.ts'

/** So long one may be away, in ms, without being told what went on: it was seen, or nearly. */
export const LONG = 60_000

/** What is said to whoever comes back, a sentence each; nothing: nothing happened that needs to be said. `away` in ms. */
export function awayWords(view: AwayView, head: Head, away: number): string[] {
  const broken = brokenWords(view)
  if (away < LONG && broken.length === 0) return []
  const done = doneWords(view)
  if (done === null && broken.length === 0) return []
  const now = nowWords(head)
  return [...(done === null ? [] : [done]), ...broken, ...(now === null ? [] : [now])]
}

function doneWords({ answers, calls, files, failures, summaries }: AwayView): string | null {
  const parts = [
    counted(answers, 'answer'),
    counted(calls, 'tool call'),
    files === 0 ? null : `${counted(files, 'file')} changed`,
    summaries === 0 ? null : 'older messages summarised',
    failures === 0 ? null : `${counted(failures, 'answer')} failed`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : `Meanwhile: ${parts.join(', ')}.`
}

function brokenWords({ answers, again, twice, takenUp, repeated, unknown }: AwayView): string[] {
  return [
    again === 0
      ? null
      : `${brokenOff(again, answers)} and ${again === 1 ? 'was' : 'were'} asked for again${twice > 0 ? `: about ${tokens(twice)} tokens were sent twice` : ''}.`,
    takenUp === 0 ? null : `${counted(takenUp, 'answer')} went on at the provider: nothing was asked twice.`,
    repeated === 0
      ? null
      : `${counted(repeated, 'tool call')} broke off and ${repeated === 1 ? 'was' : 'were'} run again.`,
    unknown === 0
      ? null
      : `Of ${counted(unknown, 'tool call')} it is not known whether ${unknown === 1 ? 'it' : 'they'} took effect.`,
  ].filter((words) => words !== null)
}

/** `again` may be counted among the answers that are there. */
function brokenOff(again: number, answers: number): string {
  if (answers === 0) return `${counted(again, 'answer')} broke off`
  return again === 1 && answers === 1 ? 'The answer had broken off' : `${counted(again, 'answer')} had broken off`
}

function nowWords(head: Head): string | null {
  const now = status(head)
  switch (now.type) {
    case 'waiting-for-you':
      return `Now ${counted(now.calls.length, 'tool call')} ${now.calls.length === 1 ? 'waits' : 'wait'} for you.`
    case 'failed':
      return 'Now it has failed.'
    case 'stopped':
      return 'Now it is stopped.'
    case 'paused':
      return 'Now it is paused.'
    case 'idle':
      return 'Now it is done.'
    default:
      return 'It goes on.'
  }
}

const counted = (number: number, what: string): string | null =>
  number === 0 ? null : `${number} ${what}${number === 1 ? '' : 's'}`

/** "3 hours": how long somebody was away, from ms. A reload is a moment, not a number of seconds. */
export function awayFor(ms: number): string {
  const units: [number, string][] = [
    [86_400_000, 'day'],
    [3_600_000, 'hour'],
    [60_000, 'minute'],
  ]
  const unit = units.find(([each]) => ms >= each)
  if (unit === undefined) return 'a moment'
  const [size, name] = unit
  const number = Math.floor(ms / size)
  return `${number} ${name}${number === 1 ? '' : 's'}`
}
