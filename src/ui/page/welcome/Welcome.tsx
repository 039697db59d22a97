import './welcome.css'
import { createEffect, type JSX, on, onMount, Show, Suspense } from 'solid-js'
import { DEMO_TASK } from '../../../settings/demo-task.ts'
import { DEMO_PROVIDER } from '../../../settings/provider.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { useApp } from '../../base/state/app-context.ts'
import { HOME } from '../../base/state/drafts.ts'
import { firstMessage, sendToDemo, setFirstMessage } from '../../base/state/first-message.ts'
import { taker } from '../../base/state/takers.ts'
import { openingSession } from '../../base/state/ui-state.ts'
import { sentences } from '../../base/words/sentences.ts'
import { t } from '../../base/words/t.ts'
import { Composer } from '../../conversation/composer/Composer.tsx'
import { StartFrame, type StartProps } from './StartFrame.tsx'

const RecentSessions = lazy(() => import('../../sessions/RecentSessions.tsx'))

/**
 * The page of a person without a model: what Reflexor is, a box for the first message, and the ways to a model. Sending
 * asks for a model first. After a demo it shows the sessions of the demo, too.
 */
export function Welcome(props: StartProps): JSX.Element {
  const { actions, drafts, openDialog, state } = useApp()
  const slot = openingSession(HOME)
  const askForModel = (): void => openDialog('add-provider')
  onMount(() => {
    // sent before a reload
    if (firstMessage() !== null) askForModel()
  })
  createEffect(
    on(taker, (box) => {
      if (box === null || typeof caches === 'undefined') return
      const take = async (): Promise<void> => {
        const [{ takeSharedFiles }, { leftOutWords }] = await Promise.all([
          import('../home/take-shared-files.ts'),
          import('./left-out-words.ts'),
        ])
        await takeSharedFiles(box, (files) => actions.notify(sentences(leftOutWords(files))))
      }
      take().catch((error: unknown) => console.error('What was shared could not be attached', error))
    }),
  )
  const hasSessions = () => state.sessions?.some(({ deletedAt, count }) => deletedAt === null && count > 0) ?? false
  return (
    <StartFrame
      {...props}
      kind="welcome"
      heading={t('Welcome to Reflexor')}
      mark={
        <img class="welcome-mark" src={`${import.meta.env.BASE_URL}icons/icon.svg`} alt="" width="56" height="56" />
      }
    >
      <p class="lead">
        {t(
          'An AI agent that lives in your browser and never loses its place. Reload, crash, come back tomorrow: it keeps every word and carries on by itself.',
        )}
      </p>
      <div class="welcome-box">
        <Composer
          session={slot}
          placeholder={t('A task, a question, a file to look at…')}
          due={firstMessage() === 'demo'}
          onDue={() => setFirstMessage(null)}
          begin={(words, attached) => {
            if (firstMessage() === 'demo')
              return actions.beginSession({ providerId: DEMO_PROVIDER.id, model: DEMO_PROVIDER.model }, words, attached)
            setFirstMessage('waits')
            askForModel()
            // the words stay in the box until there is a model
            return false
          }}
        />
      </div>
      <div class="row center">
        <button type="button" class="button large primary" onClick={askForModel}>
          {t('Add provider')}
        </button>
        <button
          type="button"
          class="button large"
          onClick={() => sendToDemo(drafts) || actions.createDemo(t(DEMO_TASK))}
        >
          {t('Try the demo')}
        </button>
      </div>
      <p class="hint">
        {hasSessions()
          ? t('Or pick one of your sessions.')
          : t('The demo needs no key or network: a scripted model with real tools.')}
      </p>
      <Show
        when={hasSessions()}
        fallback={
          <ul class="promises">
            <li>
              <strong>{t('No server, no account.')}</strong>{' '}
              {t('Everything stays in this browser. Keys go only to your provider.')}
            </li>
            <li>
              <strong>{t('Saved before it acts.')}</strong>{' '}
              {t('Each step is on disk before the next begins. Nothing gets lost, and nothing runs twice by accident.')}
            </li>
            <li>
              <strong>{t('You decide.')}</strong>{' '}
              {t('Tools ask before they do anything that can’t be undone. Stop always works.')}
            </li>
          </ul>
        }
      >
        <Show when={props.menu}>
          <Suspense>
            <RecentSessions />
          </Suspense>
        </Show>
      </Show>
    </StartFrame>
  )
}
