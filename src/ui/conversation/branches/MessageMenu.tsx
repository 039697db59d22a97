import { createSignal, type JSX, Show, Suspense } from 'solid-js'
import Ellipsis from '~icons/lucide/ellipsis'
import type { Message } from '../../../agent/message.ts'
import { DEMO_PROVIDER } from '../../../settings/provider.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { Menu, type MenuItem } from '../../base/kit/Menu.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { useBranches } from '../../base/state/branches.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { t } from '../../base/words/t.ts'
import { THINKING_LEVELS } from '../../settings/providers/thinking-levels.ts'
import { quoteInComposer } from '../composer/quote.ts'
import { canRead, readAloud, reading } from '../voice/read-aloud.ts'
import { textOf } from './message-text.ts'

const InterruptedVersion = lazy(() => import('./InterruptedVersion.tsx'))
const ModelDialog = lazy(() => import('../../settings/models/ModelDialog.tsx'))

/** Providers offered directly for another answer; further providers and models are found by search. */
const OFFERED = 12

/** The actions on a message that have no button beside it. */
export function MessageMenu(props: {
  row: Message
  session: OpenSession
  /** Actions above the others: those without a button on this screen. */
  first: MenuItem[]
  /** It is an answer, and nothing will be added to it. */
  ended: boolean
  deleted: boolean
  readId: string
  /** Runs the work unless earlier work is running. */
  once: (start: () => Promise<unknown>) => void
}): JSX.Element {
  const { actions, state } = useApp()
  const branches = useBranches()
  const [looking, setLooking] = createSignal(false)
  const [choosing, setChoosing] = createSignal(false)
  const isAnswer = () => props.row.role === 'assistant'
  /** Text of an interrupted attempt that the person was reading. */
  const interrupted = () => {
    if (props.row.role !== 'assistant') return undefined
    const { cut } = props.row
    return props.session.interrupted[cut] ?? props.session.streams[cut]?.passed
  }
  const askAgain = (choice: Parameters<typeof branches.askAgain>[1]): void =>
    props.once(() => branches.askAgain(props.row.n, choice))
  /** The same model with other levels of thinking. */
  const otherLevels = (): MenuItem[] => {
    const now = props.session.view?.config.model
    if (now === undefined || now.providerId === DEMO_PROVIDER.id) return []
    const { providerId, model } = now
    return THINKING_LEVELS.filter(({ level }) => level !== now.thinking).map(({ level, label }) => ({
      label: t('Same model: {level}', { level: t(label).toLowerCase() }),
      run: () => askAgain({ providerId, model, thinking: level }),
    }))
  }
  const models = (): MenuItem[] => [
    ...[...(state.providers ?? []), DEMO_PROVIDER].slice(0, OFFERED).map(({ id, label, model }) => ({
      label: `${model} (${label})`,
      run: () => askAgain({ providerId: id, model }),
    })),
    { label: t('Other models…'), run: () => setChoosing(true) },
    ...otherLevels(),
  ]
  const items = (): MenuItem[] => {
    const text = textOf(props.row)
    const list = [...props.first]
    if (text !== '' && !props.deleted && !props.session.view?.head.recorded)
      list.push({ label: t('Quote'), run: () => quoteInComposer(props.session.id, text) })
    if (text !== '' && isAnswer() && canRead() && reading() !== props.readId)
      list.push({ label: t('Read aloud'), run: () => void readAloud(props.readId, text, actions.notify) })
    if (interrupted()) list.push({ label: t('Interrupted version'), run: () => setLooking(true) })
    if (props.ended)
      list.push(
        { label: t('Ask another model'), items: models },
        { label: t('Branch'), run: () => props.once(() => branches.branchFrom(props.row.n)) },
      )
    return list
  }
  return (
    <>
      <Show when={items().length > 0}>
        <Menu label={t('More')} icon={<Ellipsis size={16} />} items={items()} forth={isAnswer()} />
      </Show>
      <Show when={choosing()}>
        <Suspense>
          <ModelDialog
            label={t('Ask another model')}
            current={props.session.view?.config.model ?? null}
            onPick={askAgain}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      </Show>
      <Show when={looking() && interrupted()}>
        {(blocks) => (
          <Suspense>
            <InterruptedVersion blocks={blocks()} onClose={() => setLooking(false)} />
          </Suspense>
        )}
      </Show>
    </>
  )
}
