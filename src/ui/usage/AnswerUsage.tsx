import './answer-usage.css'
import type { JSX } from 'solid-js'
import type { Answer } from '../../agent/message.ts'
import { isLocal } from '../../settings/place-of-host.ts'
import { DEMO_PROVIDER } from '../../settings/provider.ts'
import { tokens } from '../context/tokens.ts'
import { useApp } from '../state/app-context.ts'
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

function usageWords({ model, usage, cost, timestamp, endedAt }: Answer, local: boolean): string[] {
  if (usage === null) return []
  const { input, output, cacheRead, reasoning } = usage
  const scripted = model?.providerId === DEMO_PROVIDER.id
  return [
    model?.model ?? '',
    endedAt === null ? '' : seconds(endedAt - timestamp),
    `${tokens(input)} in${cacheRead > 0 ? ` (${tokens(cacheRead)} cached)` : ''}`,
    `${tokens(output)} out${reasoning > 0 ? ` (${tokens(reasoning)} thinking)` : ''}`,
    scripted ? 'free' : costWords(cost, local),
  ].filter((part) => part !== '')
}

const costWords = (cost: number | null, local: boolean): string =>
  cost === null ? (local ? 'local' : 'price not known') : dollars(cost)

const seconds = (ms: number): string =>
  ms < 60_000
    ? `${(Math.max(0, ms) / 1000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
