import './answer-usage.css'
import type { JSX } from 'solid-js'
import type { Answer } from '../../agent/message.ts'
import { isLocal } from '../../settings/place-of-host.ts'
import { DEMO_PROVIDER } from '../../settings/provider.ts'
import { tokens } from '../kit/tokens.ts'
import { useApp } from '../state/app-context.ts'
import { duration } from './duration.ts'
import { dollars } from './money.ts'

/** What an answer took, in one quiet line: model, time, tokens, money. */
export default function AnswerUsage(props: { answer: Answer }): JSX.Element {
  const { state } = useApp()
  const local = (): boolean => {
    const id = props.answer.model?.providerId
    const provider = state.providers?.find((known) => known.id === id)
    return provider !== undefined && isLocal(provider.baseUrl)
  }
  const words = () => usageWords(props.answer, local()).join(' · ')
  return (
    <p class="answer-usage" title={words()}>
      {words()}
    </p>
  )
}

function usageWords(answer: Answer, local: boolean): string[] {
  const { model, usage, cost, timestamp, endedAt, firstAfter, status } = answer
  if (usage === null) return []
  const { input, output, cacheRead, reasoning } = usage
  const scripted = model?.providerId === DEMO_PROVIDER.id
  return [
    model?.model ?? '',
    endedAt === null ? '' : duration(endedAt - timestamp),
    firstAfter === undefined ? '' : `first word ${duration(firstAfter)}`,
    // of a stopped answer most providers have said nothing by then
    `${status === 'aborted' ? 'about ' : ''}${tokens(input)} in${cacheRead > 0 ? ` (${tokens(cacheRead)} cached)` : ''}`,
    `${tokens(output)} out${reasoning > 0 ? ` (${tokens(reasoning)} thinking)` : ''}`,
    scripted ? 'free' : costWords(cost, local),
  ].filter((part) => part !== '')
}

const costWords = (cost: number | null, local: boolean): string =>
  cost === null ? (local ? 'local' : 'price not known') : dollars(cost)
