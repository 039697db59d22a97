import { createSignal, type JSX, Show } from 'solid-js'
import type { SkillView } from '../../../protocol/skills.ts'
import { Confirm } from '../../base/kit/Confirm.tsx'
import { keepInList } from '../../base/kit/keep-in-list.ts'
import { SwitchCard } from '../../base/kit/SwitchCard.tsx'
import { saveFile } from '../../base/kit/save-file.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { useAsk } from '../../base/state/ask.ts'
import { actThen, createWork } from '../../base/state/create-work.ts'
import { t } from '../../base/words/t.ts'
import { SkillText } from './SkillText.tsx'

/** A skill: its switch, its text, and what can be done with it. */
export function SkillCard(props: {
  skill: SkillView
  open: boolean
  onOpen: (open: boolean) => void
  onEdit: () => void
  onChange: () => void
}): JSX.Element {
  const ask = useAsk()
  const work = createWork()
  const [asking, setAsking] = createSignal(false)
  const act = actThen(work, () => props.onChange())
  const turn = async (box: HTMLInputElement): Promise<void> => {
    const on = box.checked
    // what somebody else wrote is read first
    if (on && !props.skill.seen) {
      box.checked = false
      return props.onOpen(true)
    }
    await act(() => ask({ kind: 'set-skill', name: props.skill.name, on, sha: props.skill.sha }))
    box.checked = props.skill.on
  }
  return (
    <SwitchCard
      class="skill"
      name={props.skill.name}
      about={
        <>
          <span class="hint">
            <VisibleText text={props.skill.description} />
          </span>
          <span class="hint">
            {props.skill.own ? t('Part of Reflexor') : props.skill.seen ? '' : t('New: read it before you turn it on.')}
          </span>
        </>
      }
      problem={work.outcome()?.message}
      on={props.skill.on}
      busy={work.busy()}
      word={t('On')}
      label={t('Use the skill {name}', { name: props.skill.name })}
      onSwitch={(box) => void turn(box)}
    >
      <div class="row skill-actions">
        <button
          type="button"
          class="button small"
          aria-expanded={props.open}
          aria-label={t(props.open ? 'Hide {name}' : 'Show {name}', { name: props.skill.name })}
          onClick={() => props.onOpen(!props.open)}
        >
          {props.open ? t('Hide') : t('Show')}
        </button>
        <Show when={!props.skill.own}>
          <button
            type="button"
            class="button small"
            aria-label={t('Edit {name}', { name: props.skill.name })}
            onClick={() => props.onEdit()}
          >
            {t('Edit')}
          </button>
        </Show>
        <button
          type="button"
          class="button small"
          aria-label={t('Export {name}', { name: props.skill.name })}
          onClick={() =>
            void act(async () => {
              const { file, name } = await ask({ kind: 'export-skill', name: props.skill.name })
              saveFile(file as Blob, name)
            })
          }
        >
          {t('Export')}
        </button>
        <Show when={!props.skill.own}>
          <button
            type="button"
            class="button small ghost"
            aria-label={t('Delete {name}', { name: props.skill.name })}
            onClick={() => setAsking(true)}
          >
            {t('Delete')}
          </button>
        </Show>
      </div>
      <Show when={asking()}>
        <Confirm
          words={t('Delete the skill “{name}”? This can’t be undone; an export keeps it.', { name: props.skill.name })}
          yes={t('Yes, delete it')}
          onYes={(button) => {
            keepInList(button, '.skill-actions button', () => undefined)
            void act(() => ask({ kind: 'delete-skill', name: props.skill.name }))
          }}
          onCancel={() => setAsking(false)}
        />
      </Show>
      <Show when={props.open}>
        <SkillText
          skill={props.skill}
          onTurnOn={(sha) =>
            void act(async () => {
              await ask({ kind: 'set-skill', name: props.skill.name, on: true, sha })
              props.onOpen(false)
            })
          }
        />
      </Show>
    </SwitchCard>
  )
}
