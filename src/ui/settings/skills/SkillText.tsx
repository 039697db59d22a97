import { createResource, For, type JSX, Show } from 'solid-js'
import type { SkillView } from '../../../protocol/skills.ts'
import { createArming } from '../../base/kit/arming.ts'
import { fileSize } from '../../base/kit/file-size.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { useAsk } from '../../base/state/ask.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { hasHidden } from '../../base/words/hidden-signs.ts'
import { t } from '../../base/words/t.ts'

/** A skill in full: what is shown here is what the model gets. Only what was shown can be turned on. */
export function SkillText(props: { skill: SkillView; onTurnOn: (sha: string) => void }): JSX.Element {
  const ask = useAsk()
  const [read] = createResource(
    () => props.skill.sha + props.skill.name,
    () => ask({ kind: 'read-skill', name: props.skill.name }),
  )
  return (
    <Show
      when={!read.error && read.latest}
      fallback={<p class="hint">{read.error ? messageOf(read.error) : t('Loading…')}</p>}
    >
      {(shown) => (
        <div class="skill-text">
          <For each={shown().files}>
            {(file) => (
              <section aria-label={file.path}>
                <h4>
                  <VisibleText text={file.path} /> <span class="hint">{fileSize(file.size)}</span>
                </h4>
                <Show when={file.text !== null && hasHidden(file.text)}>
                  <p class="field-error">{t('It contains invisible characters. They are marked below.')}</p>
                </Show>
                <Show when={file.text !== null} fallback={<p class="hint">{t('Not text, so it is not shown.')}</p>}>
                  <pre tabindex="0">
                    <VisibleText text={file.text ?? ''} />
                  </pre>
                </Show>
              </section>
            )}
          </For>
          <Show when={!props.skill.own && !props.skill.on}>
            <TurnOn name={props.skill.name} onPress={() => props.onTurnOn(shown().sha)} />
          </Show>
        </div>
      )}
    </Show>
  )
}

/** The decision about somebody else’s instructions. */
function TurnOn(props: { name: string; onPress: () => void }): JSX.Element {
  const arming = createArming()
  return (
    <div class="skill-decision" ref={arming.watch}>
      <p class="hint">
        {t('A skill is instructions that the model follows. It gives no permissions: tools ask as they do without it.')}
      </p>
      <button
        type="button"
        class="button small primary"
        aria-disabled={arming.unarmed()}
        aria-label={t('Turn on {name}', { name: props.name })}
        onClick={arming.press(() => props.onPress())}
      >
        {t('Turn on')}
      </button>
    </div>
  )
}
