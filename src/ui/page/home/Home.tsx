import './home.css'
import { type JSX, Suspense } from 'solid-js'
import type { Config } from '../../../agent/config.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { useApp } from '../../base/state/app-context.ts'
import { chooseProject, projectOf } from '../../base/state/chosen-project.ts'
import { takeCompared } from '../../base/state/compare.ts'
import { HOME } from '../../base/state/drafts.ts'
import { isFirstMessageDue, setFirstMessage } from '../../base/state/first-message.ts'
import type { Beginning } from '../../base/state/say.ts'
import { openingSession } from '../../base/state/ui-state.ts'
import { t } from '../../base/words/t.ts'
import { Composer } from '../../conversation/composer/Composer.tsx'
import { chooseMode, chosenMode } from '../../conversation/composer/mode/chosen-mode.ts'
import { choosePersona, personaOf } from '../../settings/personas/chosen-persona.ts'
import {
  chooseModel,
  chooseThinking,
  chosenModel,
  chosenThinking,
  keepLastModel,
  lastModel,
} from '../../settings/providers/chosen-model.ts'
import { defaultProvider } from '../../settings/providers/default-provider.ts'
import { StartFrame, type StartProps } from '../welcome/StartFrame.tsx'
import type { Model } from './home-known.ts'

const HomeMore = lazy(() => import('./HomeMore.tsx'))
const NextSession = lazy(() => import('./NextSession.tsx'))

/** The start page of a person who has a model: takes the first message, and creates the session when it is sent. */
export default function Home(props: StartProps): JSX.Element {
  const { actions, state } = useApp()
  const slot = openingSession(HOME)
  const model = (): Model | null => {
    const own = chosenModel(state)
    if (own !== null) return own
    const ofProject = projectOf(state)?.model
    if (ofProject && state.providers?.some(({ id }) => id === ofProject.providerId)) return { ...ofProject }
    const wanted = personaOf(state)?.model
    if (wanted && state.providers?.some(({ id }) => id === wanted.providerId)) return { ...wanted }
    const provider = defaultProvider(state)
    return lastModel(state) ?? (provider === undefined ? null : { providerId: provider.id, model: provider.model })
  }
  const thinking = (): Config['model']['thinking'] => {
    const project = projectOf(state)
    return chosenThinking() ?? (project?.model ? project.thinking : undefined) ?? personaOf(state)?.thinking ?? 'off'
  }
  const shown = (): Config['model'] | null => {
    const asked = model()
    return asked && { ...asked, thinking: thinking() }
  }
  /** What the next session begins with; the choices for it end here. null: the models are not read yet. */
  const takeBeginning = (): Beginning | null => {
    const asked = model()
    if (asked === null) return null
    const persona = personaOf(state)
    const project = projectOf(state)
    const as = {
      thinking: thinking(),
      ...(persona !== undefined && { persona: persona.id }),
      ...(project && { project: project.id }),
    }
    // a choice for one session, made by a persona or a project, is none for the next
    if (chosenModel(state) !== null) keepLastModel(asked)
    choosePersona(undefined)
    chooseProject(null)
    chooseModel(null)
    chooseThinking(null)
    const mode = chosenMode()
    chooseMode(undefined)
    return { ...asked, ...as, ...(mode && { mode }) }
  }
  return (
    <StartFrame {...props} kind="home" heading={t('What can I help with?')}>
      <Composer
        session={slot}
        placeholder={t('A task, a question, a file to look at…')}
        choices={<NextSession model={shown()} />}
        model={model()}
        due={isFirstMessageDue() && model() !== null}
        onDue={() => setFirstMessage(null)}
        begin={(words, attached) => {
          const beginning = takeBeginning()
          if (beginning !== null) {
            const [first, ...others] = takeCompared()
            const thinking = beginning.thinking ?? 'off'
            const same = others.map((model) => ({ ...model, thinking }))
            return actions.beginSession({ ...beginning, ...first }, words, attached, same)
          }
          actions.notify('One moment: loading your models.')
          return false
        }}
      />
      <Suspense>
        <HomeMore listed={!props.menu} />
      </Suspense>
    </StartFrame>
  )
}
