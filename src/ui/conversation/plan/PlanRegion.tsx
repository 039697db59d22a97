import './plan.css'
import { createMemo, createSignal, createUniqueId, For, type JSX, Show } from 'solid-js'
import ChevronDown from '~icons/lucide/chevron-down'
import Plus from '~icons/lucide/plus'
import Trash from '~icons/lucide/trash'
import { MAX_STEPS, planInHead } from '../../../agent/plan.ts'
import { IconButton } from '../../base/kit/IconButton.tsx'
import { keepHere } from '../../base/kit/keep-here.ts'
import { createMedia, NARROW } from '../../base/kit/media.ts'
import { useApp } from '../../base/state/app-context.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { t } from '../../base/words/t.ts'
import { PlanStepRow } from './PlanStepRow.tsx'
import { planWords } from './plan-words.ts'
import { StepText } from './StepText.tsx'

const FOLDED = 'reflexor:plan-folded'

/** What this browser was told last; null: never, so a small view folds it. */
const kept = (): boolean | null => {
  try {
    const value = localStorage.getItem(FOLDED)
    return value === null ? null : value === 'yes'
  } catch {
    return null
  }
}

/**
 * The plan of the session, above the composer: one line, or all steps with what a person can change. `past`: of an
 * earlier version, which can only be read.
 */
export default function PlanRegion(props: { session: OpenSession; past?: boolean }): JSX.Element {
  const { actions } = useApp()
  const id = createUniqueId()
  const narrow = createMedia(NARROW)
  const [chosen, setChosen] = createSignal(kept())
  const [adding, setAdding] = createSignal(false)
  const steps = () => props.session.view?.plan?.steps ?? []
  const words = createMemo(() => {
    const short = planInHead({ steps: steps() })
    return short === undefined ? null : planWords(short)
  })
  const folded = () => chosen() ?? narrow()
  const fold = (): void => {
    keepHere(FOLDED, folded() ? 'no' : 'yes')
    setChosen(!folded())
    setAdding(false)
  }
  return (
    <Show when={words()}>
      {(line) => (
        <section class="plan" aria-label={t('Plan')}>
          <div class="plan-head">
            <button type="button" class="plan-fold" aria-expanded={!folded()} aria-controls={id} onClick={fold}>
              <ChevronDown size={16} />
              <span class="plan-title">{t('Plan')}</span>
              <span class="plan-line" dir="auto">
                {line()}
              </span>
            </button>
            <Show when={!folded() && !props.past}>
              <Show when={steps().length < MAX_STEPS}>
                <IconButton label={t('Add a step')} onClick={() => setAdding(true)}>
                  <Plus size={16} />
                </IconButton>
              </Show>
              <IconButton label={t('Remove the plan')} onClick={() => actions.changePlan({ type: 'clear' })}>
                <Trash size={16} />
              </IconButton>
            </Show>
          </div>
          <ol class="plan-steps" id={id} hidden={folded()}>
            <For each={steps()}>
              {(step, place) => (
                <PlanStepRow step={step} place={place()} last={steps().length - 1} past={props.past === true} />
              )}
            </For>
          </ol>
          <Show when={adding()}>
            <StepText
              label={t('New step')}
              text=""
              onSave={(text) => {
                actions.changePlan({ type: 'add', text })
                setAdding(false)
              }}
              onCancel={() => setAdding(false)}
            />
          </Show>
        </section>
      )}
    </Show>
  )
}
