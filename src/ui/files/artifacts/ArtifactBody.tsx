import './artifacts.css'
import { type JSX, Show } from 'solid-js'
import { useApp } from '../../base/state/app-context.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { ArtifactConsole } from './ArtifactConsole.tsx'
import ArtifactFrame from './ArtifactFrame.tsx'
import type { ShownPage } from './create-artifact.ts'
import { reportOf } from './frame-messages.ts'
import { RunQuestion } from './RunQuestion.tsx'

/** The page in its frame, the question before it runs, why it was stopped, and its output. */
export function ArtifactBody(props: { shown: ShownPage }): JSX.Element {
  const { actions } = useApp()
  const page = () => props.shown
  const title = () => page().artifact().title
  return (
    <>
      <Show when={page().mode() === 'asking'}>
        <RunQuestion onRun={() => page().run()} onCancel={() => page().stop()} />
      </Show>
      <Show when={page().mode() === 'silent'}>
        <Stopped onStatic={() => page().stop()}>
          {t(
            'This artifact stopped responding and was removed. It may be stuck in a loop, flooding its console or out of memory.',
          )}
        </Stopped>
      </Show>
      <Show when={page().mode() === 'taken'}>
        <Stopped onStatic={() => page().stop()}>
          {t('Stopped: it tried to capture the keyboard. What you type goes to the app again.')}
        </Stopped>
      </Show>
      <Show when={page().mode() === 'writing'}>
        <p class="artifact-note" role="status">
          {t('Its scripts were stopped when you started typing, because a running page could capture the keyboard.')}
        </p>
      </Show>
      <Show when={page().problem()}>{(words) => <p class="field-error">{said(words())}</p>}</Show>
      <Show when={page().framed()}>
        {(framed) => (
          <ArtifactFrame
            page={framed()}
            scripts={page().running()}
            label={title()}
            turn={page().turn()}
            onStart={() => page().started()}
            onTheft={(why) => page().stopped(why)}
            onLine={(line) => page().printed(line)}
            onSilent={() => page().stopped('silent')}
          />
        )}
      </Show>
      <ArtifactConsole
        lines={page().lines()}
        onSend={() => actions.say(reportOf(page().artifact().path, page().lines()))}
        onClear={() => page().clear()}
      />
    </>
  )
}

function Stopped(props: { onStatic: () => void; children: JSX.Element }): JSX.Element {
  return (
    <div role="alert" class="artifact-question">
      <p>{props.children}</p>
      <button type="button" class="button small" onClick={() => props.onStatic()}>
        {t('Show without scripts')}
      </button>
    </div>
  )
}
