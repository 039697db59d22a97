import { createSignal, type JSX, Match, Show, Switch } from 'solid-js'
import Check from '~icons/lucide/check'
import Circle from '~icons/lucide/circle'
import CircleDot from '~icons/lucide/circle-dot'
import Ellipsis from '~icons/lucide/ellipsis'
import Minus from '~icons/lucide/minus'
import type { Step, StepState } from '../../../agent/plan.ts'
import { Menu, type MenuItem } from '../../base/kit/Menu.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'
import { STATE_WORDS } from './plan-words.ts'
import { StepText } from './StepText.tsx'

/** One step: its state, its text, and what a person can do with it. A press on the sign marks it done, or to do. */
export function PlanStepRow(props: { step: Step; place: number; last: number; past: boolean }): JSX.Element {
  const { actions } = useApp()
  const [editing, setEditing] = createSignal(false)
  const mark = (state: StepState): void => void actions.changePlan({ type: 'step', id: props.step.id, state })
  const move = (to: number): void => void actions.changePlan({ type: 'move', id: props.step.id, to })
  const isDone = () => props.step.state === 'done'
  const items = (): MenuItem[] => [
    { label: t('Edit'), run: () => setEditing(true) },
    ...(['pending', 'active', 'done', 'skipped'] as const)
      .filter((state) => state !== props.step.state)
      .map((state) => ({ label: t('Mark as: {state}', { state: t(STATE_WORDS[state]) }), run: () => mark(state) })),
    ...(props.place > 0 ? [{ label: t('Move up'), run: () => move(props.place - 1) }] : []),
    ...(props.place < props.last ? [{ label: t('Move down'), run: () => move(props.place + 1) }] : []),
    {
      label: t('Remove'),
      run: () => void actions.changePlan({ type: 'remove', id: props.step.id }),
      danger: true,
    },
  ]
  const sign = () => (
    <Switch fallback={<Circle size={14} />}>
      <Match when={props.step.state === 'active'}>
        <CircleDot size={14} />
      </Match>
      <Match when={isDone()}>
        <Check size={14} />
      </Match>
      <Match when={props.step.state === 'skipped'}>
        <Minus size={14} />
      </Match>
    </Switch>
  )
  const state = () => t(STATE_WORDS[props.step.state])
  return (
    <li
      class="plan-step"
      data-state={props.step.state}
      aria-current={props.step.state === 'active' ? 'step' : undefined}
    >
      <Show
        when={!props.past}
        fallback={
          <span class="plan-sign" role="img" aria-label={state()}>
            {sign()}
          </span>
        }
      >
        <button
          type="button"
          class="plan-sign"
          aria-label={
            isDone()
              ? t('{state}. Mark as to do: {step}', { state: state(), step: props.step.text })
              : t('{state}. Mark as done: {step}', { state: state(), step: props.step.text })
          }
          title={state()}
          onClick={() => mark(isDone() ? 'pending' : 'done')}
        >
          {sign()}
        </button>
      </Show>
      <Show
        when={!editing()}
        fallback={
          <StepText
            label={t('Step')}
            text={props.step.text}
            onSave={(text) => {
              actions.changePlan({ type: 'step', id: props.step.id, text })
              setEditing(false)
            }}
            onCancel={() => setEditing(false)}
          />
        }
      >
        <span class="plan-words" dir="auto">
          {props.step.text}
        </span>
        <Show when={!props.past}>
          <Menu
            label={t('Actions of step {n}', { n: props.place + 1 })}
            icon={<Ellipsis size={16} />}
            items={items()}
          />
        </Show>
      </Show>
    </li>
  )
}
