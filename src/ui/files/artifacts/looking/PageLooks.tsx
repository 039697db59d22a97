import './page-looks.css'
import { createSignal, type JSX, onCleanup, Show } from 'solid-js'
import { VisibleText } from '../../../base/kit/VisibleText.tsx'
import { useApp } from '../../../base/state/app-context.ts'
import { t } from '../../../base/words/t.ts'
import { mayRun } from '../consent.ts'
import { emptyReport, type Look, listenForLooks } from './looks.ts'
import { PageLook } from './PageLook.tsx'
import { isTyping, watchTyping } from './typing.ts'

/** Pages that the agent has run in view of the person, each for some seconds, as far as the person has allowed it. */
export default function PageLooks(props: { sessionId: string }): JSX.Element {
  const { safe } = useApp()
  const [look, setLook] = createSignal<Look | null>(null)
  const typing = watchTyping()
  onCleanup(typing.stop)
  onCleanup(
    listenForLooks({
      mayLook: (sessionId) => sessionId === props.sessionId && document.visibilityState === 'visible' && !safe(),
      begin: (asked) => {
        const { path } = asked.artifact
        if (asked.drawing) return void setLook(asked)
        if (!mayRun({ sessionId: props.sessionId, path })) return asked.end(emptyReport('not-allowed'))
        if (isTyping(typing.last())) return asked.end(emptyReport('typing'))
        setLook(asked)
      },
      over: (id) => {
        if (look()?.id === id) setLook(null)
      },
    }),
  )
  return (
    <Show when={look()} keyed>
      {(asked) => (
        <aside class="page-look" aria-label={t('Test of a page')}>
          <p role="status">
            <VisibleText
              text={t(asked.drawing ? 'The agent looks at {title}' : 'The agent tests {title}', {
                title: asked.artifact.title,
              })}
            />
          </p>
          <PageLook
            look={asked}
            onEnd={(report) => {
              setLook(null)
              asked.end(report)
            }}
          />
        </aside>
      )}
    </Show>
  )
}
