import { showHidden } from '../../base/words/hidden-signs.ts'
import './answer-usage.css'
import type { JSX } from 'solid-js'
import { otherModel } from '../../../agent/answered-by.ts'
import type { Answer } from '../../../agent/message.ts'
import { isLocal } from '../../../settings/place-of-host.ts'
import { DEMO_PROVIDER } from '../../../settings/provider.ts'
import { searchFee } from '../../../settings/web-search.ts'
import { tokens } from '../../base/kit/tokens.ts'
import { useApp } from '../../base/state/app-context.ts'
import { count, t } from '../../base/words/t.ts'
import { duration } from './duration.ts'
import { dollars } from './money.ts'

/** The usage of an answer in one quiet line: model, time, tokens, money. */
export default function AnswerUsage(props: { answer: Answer }): JSX.Element {
  const { state } = useApp()
  const local = (): boolean => {
    const id = props.answer.model?.providerId
    const provider = state.providers?.find((known) => known.id === id)
    return provider !== undefined && isLocal(provider.baseUrl)
  }
  const feeKnown = (): boolean => {
    const { model } = props.answer
    const provider = state.providers?.find(({ id }) => id === model?.providerId)
    if (provider === undefined || model === null) return false
    // a cost reported by the provider is the whole price
    if (provider.kind === 'openrouter') return true
    return (provider.overrides?.[model.model]?.searchFee ?? searchFee(provider)) !== null
  }
  const words = () => usageWords(props.answer, local(), feeKnown()).join(' · ')
  const model = (): string =>
    words() === '' && !isFromElsewhere(props.answer) ? '' : (props.answer.model?.model ?? '')
  return (
    <p
      class="answer-usage"
      classList={{ 'by-other': otherModel(props.answer) !== null }}
      title={showHidden([model(), words(), props.answer.usage?.responseId].filter(Boolean).join(' · '))}
    >
      {/* a name may contain characters that reverse the text beside it */}
      <bdi>{showHidden(model())}</bdi>
      {model() === '' || words() === '' ? '' : ' · '}
      {words()}
    </p>
  )
}

/** From an export of another program, which names the model and counts nothing. */
const isFromElsewhere = ({ model }: Answer): boolean => model?.providerId === ''

function usageWords(answer: Answer, local: boolean, feeKnown: boolean): string[] {
  const { model, usage, cost, timestamp, endedAt, firstAfter, status } = answer
  if (usage === null) return []
  const { input, output, cacheRead, reasoning, searches = 0, tier, guessed = false } = usage
  if (isFromElsewhere(answer)) return []
  const other = otherModel(answer)
  const scripted = model?.providerId === DEMO_PROVIDER.id
  return [
    other === null ? '' : t('answered by {model}', { model: other }),
    endedAt === null ? '' : duration(endedAt - timestamp),
    firstAfter === undefined ? '' : t('first word {time}', { time: duration(firstAfter) }),
    // most providers report no usage of a stopped answer
    inputWords(status === 'aborted' || guessed ? t('about {n}', { n: tokens(input) }) : tokens(input), cacheRead),
    reasoning > 0
      ? t('{n} out ({thinking} thinking)', { n: tokens(output), thinking: tokens(reasoning) })
      : t('{n} out', { n: guessed ? t('about {n}', { n: tokens(output) }) : tokens(output) }),
    searches > 0 ? count(searches, '1 search', '{n} searches') : '',
    tier === undefined ? '' : t('service tier {tier}', { tier }),
    scripted ? t('free') : costWords(cost, local),
    searches > 0 && cost !== null && !feeKnown ? t('search fees not included') : '',
  ].filter((part) => part !== '')
}

const inputWords = (n: string, cached: number): string =>
  cached > 0 ? t('{n} in ({cached} cached)', { n, cached: tokens(cached) }) : t('{n} in', { n })

const costWords = (cost: number | null, local: boolean): string =>
  cost === null ? (local ? t('local') : t('price unknown')) : dollars(cost)
