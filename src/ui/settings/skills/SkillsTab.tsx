import './skills.css'
import { createEffect, createResource, createSignal, For, type JSX, on, Show } from 'solid-js'
import { NEW_SKILL } from '../../../settings/skills/skill.ts'
import { useApp } from '../../base/state/app-context.ts'
import { useAsk } from '../../base/state/ask.ts'
import { createWork } from '../../base/state/create-work.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { AddSkills } from './AddSkills.tsx'
import { SkillCard } from './SkillCard.tsx'
import { SkillEditor } from './SkillEditor.tsx'

/** Skills: instructions that the model reads when a task needs them. */
export default function SkillsTab(): JSX.Element {
  const { state } = useApp()
  const ask = useAsk()
  const [list, { refetch }] = createResource(() => ask({ kind: 'list-skills' }))
  const [shown, setShown] = createSignal<string | null>(null)
  /** The name of the skill that is edited; '' for a new one. */
  const [edited, setEdited] = createSignal<string | null>(null)
  const work = createWork()
  let add: HTMLButtonElement | undefined
  // read again after any change of settings, in any tab
  createEffect(
    on(
      () => state.preferences,
      () => void refetch(),
      { defer: true },
    ),
  )
  const told = () => (list.latest ?? []).reduce((sum, skill) => sum + (skill.on ? skill.told : 0), 0)
  const closeEditor = (): void => {
    setEdited(null)
    add?.focus({ preventScroll: true })
  }
  return (
    <Show when={!list.error} fallback={<p class="field-error">{messageOf(list.error)}</p>}>
      <p class="hint">
        {t(
          'Instructions for a kind of work. The model sees the name and description of each skill that is on, and reads the rest when a task needs it. Type / in a message to choose a skill yourself.',
        )}
      </p>
      <Show when={told() > 0}>
        <p class="hint">{t('Skills that are on add about {n} tokens to every request.', { n: told() })}</p>
      </Show>
      <ul class="cards" aria-label={t('Skills')}>
        <For each={(list.latest ?? []).map(({ name }) => name)}>
          {(name) => (
            <Show when={list.latest?.find((skill) => skill.name === name)}>
              {(skill) => (
                <SkillCard
                  skill={skill()}
                  open={shown() === name}
                  onOpen={(open) => setShown(open ? name : null)}
                  onEdit={() => setEdited(name)}
                  onChange={() => void refetch()}
                />
              )}
            </Show>
          )}
        </For>
      </ul>
      <Show
        when={edited() !== null}
        fallback={
          <div class="row">
            <button ref={add} type="button" class="button" onClick={() => setEdited('')}>
              {t('New skill')}
            </button>
            <AddSkills
              onAdded={(names) => {
                void refetch()
                // it is read before it is used
                if (names[0] !== undefined) setShown(names[0])
              }}
            />
          </div>
        }
      >
        <SkillEditor
          load={async () =>
            edited() === ''
              ? NEW_SKILL
              : ((await ask({ kind: 'read-skill', name: edited() ?? '' })).files[0]?.text ?? '')
          }
          onSave={(text) =>
            work.run(async () => {
              await ask({ kind: 'write-skill', text, replaces: edited() || null })
              await refetch()
              closeEditor()
              return null
            })
          }
          problem={work.outcome()?.message}
          onCancel={closeEditor}
        />
      </Show>
      <Show when={edited() === null && work.outcome()}>
        {(outcome) => <p class="field-error">{said(outcome().message)}</p>}
      </Show>
    </Show>
  )
}
