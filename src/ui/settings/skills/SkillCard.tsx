import { createSignal, type JSX, Show } from 'solid-js'
import type { SkillView } from '../../../protocol/skills.ts'
import { keepInList } from '../../base/kit/keep-in-list.ts'
import { saveFile } from '../../base/kit/save-file.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { useAsk } from '../../base/state/ask.ts'
import { createWork } from '../../base/state/create-work.ts'
import { said } from '../../base/words/said.ts'
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
  const act = (step: () => Promise<unknown>): Promise<unknown> =>
    work.run(async () => {
      await step()
      props.onChange()
      return null
    })
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
    <li class="card skill">
      <div class="card-words">
        <strong>
          <VisibleText text={props.skill.name} />
        </strong>
        <span class="hint">
          <VisibleText text={props.skill.description} />
        </span>
        <span class="hint">
          {props.skill.own ? t('Part of Reflexor') : props.skill.seen ? '' : t('New: read it before you turn it on.')}
        </span>
        <Show when={work.outcome()}>{(outcome) => <span class="field-error">{said(outcome().message)}</span>}</Show>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={props.skill.on}
          disabled={work.busy()}
          aria-label={t('Use the skill {name}', { name: props.skill.name })}
          onChange={(event) => void turn(event.currentTarget)}
        />
        <span>{t('On')}</span>
      </label>
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
        <div class="link-warning" role="alert">
          <p>{t('Delete the skill “{name}”? This can’t be undone; an export keeps it.', { name: props.skill.name })}</p>
          <div class="row">
            <button
              type="button"
              class="button small"
              onClick={(event) => {
                keepInList(event.currentTarget, '.skill-actions button', () => undefined)
                void act(() => ask({ kind: 'delete-skill', name: props.skill.name }))
              }}
            >
              {t('Yes, delete it')}
            </button>
            <button type="button" class="button small ghost" onClick={() => setAsking(false)}>
              {t('Cancel')}
            </button>
          </div>
        </div>
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
    </li>
  )
}
