import type { SessionItem } from '../../protocol/common.ts'
import { locale } from '../base/words/language.ts'
import { count, t } from '../base/words/t.ts'

/** "Phone went on with this session. Only this device has your last 2 messages and an answer." */
export function apartWords({
  by,
  session,
  messages,
  answers,
  results,
  chosen,
}: NonNullable<SessionItem['apart']>): string {
  const device = by || t('Another device')
  const what = chosen
    ? t('This session continued here without your sync storage.')
    : session === null
      ? t('{device} deleted this session.', { device })
      : t('{device} continued this session.', { device })
  const alone = [
    ...(messages === 0 ? [] : [count(messages, 'your last message', 'your last {n} messages')]),
    ...(answers === 0 ? [] : [count(answers, 'an answer', '{n} answers')]),
    ...(results === 0 ? [] : [count(results, 'the result of an action', 'the results of {n} actions')]),
  ]
  const parts = alone.length === 0 ? [t('the last steps of a run')] : alone
  const list = new Intl.ListFormat(locale(), { type: 'conjunction' }).format(parts)
  return `${what} ${t('Only this device has {parts}.', { parts: list })}`
}
