import './answer-usage.css'
import type { JSX } from 'solid-js'
import type { Answer } from '../../agent/message.ts'
import { DEMO_PROVIDER } from '../../settings/provider.ts'
import { tokens } from '../context/tokens.ts'
import { dollars } from './money.ts'

/** What an answer took, in one quiet line: model, time, tokens, money. */
export default function AnswerUsage(props: { answer: Answer }): JSX.Element {
  const words = () => usageWords(props.answer).join(' · ')
  return (
    <p class="answer-usage" title={words()}>
      {words()}
    </p>
  )
}

function usageWords({ model, usage, cost, timestamp, endedAt }: Answer): string[] {
  if (usage === null) return []
  const { input, output, cacheRead, reasoning } = usage
  const scripted = model?.providerId === DEMO_PROVIDER.id
  return [
    model?.model ?? '',
    endedAt === null ? '' : seconds(endedAt - timestamp),
    `${tokens(input)} in${cacheRead > 0 ? ` (${tokens(cacheRead)} cached)` : ''}`,
    `${tokens(output)} out${reasoning > 0 ? ` (${tokens(reasoning)} thinking)` : ''}`,
    scripted ? 'free' : cost === null ? 'price not known' : dollars(cost),
  ].filter((part) => part !== '')
}

const seconds = (ms: number): string =>
  ms < 60_000
    ? `${(Math.max(0, ms) / 1000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
