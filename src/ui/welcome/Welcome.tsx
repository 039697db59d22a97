import './welcome.css'
import type { JSX } from 'solid-js'
import { DEMO_TASK } from '../../settings/demo-task.ts'
import { useApp } from '../state/app-context.ts'
import { StartFrame, type StartProps } from './StartFrame.tsx'

/** What a person sees first, who has no model to ask yet: what this is, and the ways to begin. */
export function Welcome(props: StartProps): JSX.Element {
  const { actions, openDialog, state } = useApp()
  const hasSessions = () => state.sessions?.some((session) => session.deletedAt === null) ?? false
  return (
    <StartFrame
      {...props}
      kind="welcome"
      heading="Welcome to Reflexor"
      mark={
        <img class="welcome-mark" src={`${import.meta.env.BASE_URL}icons/icon.svg`} alt="" width="56" height="56" />
      }
    >
      <p class="lead">
        An AI agent that lives in your browser and never loses its place. Reload, crash, come back tomorrow: it picks up
        in the middle of a sentence.
      </p>
      <div class="row center">
        <button type="button" class="button large primary" onClick={() => openDialog('add-provider')}>
          Add provider
        </button>
        <button type="button" class="button large" onClick={() => actions.createDemo(DEMO_TASK)}>
          Try the demo
        </button>
      </div>
      <p class="hint">
        {hasSessions()
          ? 'Or choose one of your sessions.'
          : 'The demo needs no key and no network: a scripted model with real tools.'}
      </p>
      <ul class="promises">
        <li>
          <strong>No server, no account.</strong> Everything stays in this browser. Keys go to your provider and nowhere
          else.
        </li>
        <li>
          <strong>Saved before it acts.</strong> Each step is on disk before the next begins, so nothing is lost and
          nothing is done twice by accident.
        </li>
        <li>
          <strong>You decide.</strong> Tools ask before they do what cannot be undone, and Stop always works.
        </li>
      </ul>
    </StartFrame>
  )
}
