import './instruction-files.css'
import { createResource, For, type JSX, Show } from 'solid-js'
import type { Instructions } from '../../protocol/projects.ts'
import { createArming } from '../base/kit/arming.ts'
import { VisibleText } from '../base/kit/VisibleText.tsx'
import { useApp } from '../base/state/app-context.ts'
import { useAsk } from '../base/state/ask.ts'
import { messageOf } from '../base/state/message-of.ts'
import { count, type PlainPhrase, t } from '../base/words/t.ts'

type Found = Instructions[number]

const PLACES = {
  workspace: 'In the workspace',
  project: 'Among the project’s files',
  folder: 'In the linked folder',
} as const satisfies Record<Found['from'], PlainPhrase>

/**
 * AGENTS.md and CLAUDE.md that a session sees, or a new session of a project (`sessionId` null): the person reads each
 * before it is used, and sees afterwards that it is. `seq`: grows with what the session does.
 */
export default function InstructionFiles(props: {
  sessionId: string | null
  project: string | null
  seq: number
}): JSX.Element {
  const { actions, state } = useApp()
  const ask = useAsk()
  // a decision and a linked folder are settings: with those the projects are read again
  const source = () => ({ sessionId: props.sessionId, project: props.project, seq: props.seq, of: state.projects })
  const [found, { refetch }] = createResource(source, ({ sessionId, project }) =>
    ask({ kind: 'instruction-files', sessionId, project }),
  )
  const decide = async (sha: string, decision: 'use' | 'ignore'): Promise<void> => {
    try {
      await ask({ kind: 'decide-instructions', sha, decision })
      await refetch()
    } catch (error) {
      actions.notify(messageOf(error))
    }
  }
  // what cannot be read now is not used either: the worker tells when it is tried
  const shas = () => (found.error ? [] : (found.latest ?? []).map(({ from, sha }) => `${from} ${sha}`))
  const named = (key: string) => found.latest?.find(({ from, sha }) => `${from} ${sha}` === key)
  return (
    <For each={shas()}>
      {(key) => (
        <Show when={named(key)}>
          {(file) => <OneFile file={file()} onDecide={(decision) => void decide(file().sha, decision)} />}
        </Show>
      )}
    </For>
  )
}

function OneFile(props: { file: Found; onDecide: (decision: 'use' | 'ignore') => void }): JSX.Element {
  const arming = createArming()
  const name = () => props.file.name
  const title = (): string =>
    props.file.decision === 'ignore'
      ? t('{name} is not used', { name: name() })
      : t('Instructions from {name}', { name: name() })
  return (
    <section class="instruction-file" aria-label={title()} data-new={props.file.decision === null ? '' : undefined}>
      <details open={props.file.decision === null}>
        <summary>
          {title()} <span class="hint">{t(PLACES[props.file.from])}</span>
        </summary>
        <Show when={props.file.decision === null}>
          <p>{t('Somebody wrote this for the model. Read it first: it is not used until you allow it.')}</p>
        </Show>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
        <div class="instruction-text" tabindex="0" role="group" aria-label={t('Content')}>
          <VisibleText text={props.file.shown} />
        </div>
        <Show when={props.file.hidden > 0}>
          <p class="field-error">
            {count(props.file.hidden, '1 invisible character is not sent.', '{n} invisible characters are not sent.')}
          </p>
        </Show>
        <div class="row" ref={arming.watch}>
          <Show when={props.file.decision !== 'use'}>
            <button
              type="button"
              class="button small primary"
              aria-disabled={arming.unarmed()}
              onClick={arming.press(() => props.onDecide('use'))}
            >
              {t('Use')}
            </button>
          </Show>
          <Show when={props.file.decision !== 'ignore'}>
            <button
              type="button"
              class="button small"
              aria-disabled={arming.unarmed()}
              onClick={arming.press(() => props.onDecide('ignore'))}
            >
              {props.file.decision === null ? t('Don’t use') : t('Stop using')}
            </button>
          </Show>
        </div>
      </details>
    </section>
  )
}
