import { type JSX, Show, Suspense } from 'solid-js'
import { lazy } from '../../base/kit/lazy.ts'
import { type OpenDialog, useApp } from '../../base/state/app-context.ts'
import type { ConnectLink } from '../../base/state/route.ts'

const CommandPalette = lazy(() => import('../../conversation/commands/CommandPalette.tsx'))
const HelpDialog = lazy(() => import('../../conversation/commands/HelpDialog.tsx'))
const SearchDialog = lazy(() => import('../../sessions/finding/SearchDialog.tsx'))
const SettingsDialog = lazy(() => import('../../settings/SettingsDialog.tsx'))
const SessionSettings = lazy(() => import('../../settings/session-settings/SessionSettings.tsx'))
const ContextDialog = lazy(() => import('../../conversation/context/ContextDialog.tsx'))
const McpSignInReply = lazy(() => import('../../settings/services/McpSignInReply.tsx'))
const ProviderSignInReply = lazy(() => import('../../settings/providers/ProviderSignInReply.tsx'))
const Inspector = lazy(() => import('../../sharing/inspector/Inspector.tsx'))
const ActivityDialog = lazy(() => import('../activity/ActivityDialog.tsx'))
const OrganiseDialog = lazy(() => import('../../sessions/OrganiseDialog.tsx'))
const RunsDialog = lazy(() => import('../../sharing/runs/RunsDialog.tsx'))
const PrintDialog = lazy(() => import('../../sharing/share/PrintDialog.tsx'))
const ShareDialog = lazy(() => import('../../sharing/share/ShareDialog.tsx'))
const ProjectDialog = lazy(() => import('../../projects/ProjectDialog.tsx'))
const MoveSession = lazy(() => import('../../projects/MoveSession.tsx'))
const DeleteProject = lazy(() => import('../../projects/DeleteProject.tsx'))
const SaveSkillDialog = lazy(() => import('../../settings/skills/SaveSkillDialog.tsx'))
const AddProviderDialog = lazy(() => import('../../settings/providers/AddProviderDialog.tsx'))

type WithMore = Extract<OpenDialog, object>

/** The open dialog. `link`: an address that asks for a provider; `signedIn`: the page returned from a sign-in. */
export default function Dialogs(props: {
  dialog: OpenDialog
  link: ConnectLink | null
  signedIn: boolean
  onSignedIn: () => void
  onBegin: () => void
  onClose: () => void
}): JSX.Element {
  const { state } = useApp()
  const more = (): WithMore | null => (typeof props.dialog === 'object' ? props.dialog : null)
  const edited = () => {
    const shown = more()
    return shown !== null && 'edit' in shown ? shown : null
  }
  const inspected = () => {
    const shown = more()
    return shown !== null && 'inspect' in shown ? shown.inspect : null
  }
  const shared = () => {
    const shown = more()
    return shown !== null && 'share' in shown ? shown : null
  }
  const repeated = () => {
    const shown = more()
    return shown !== null && 'runs' in shown ? shown.runs : null
  }
  const savedSkill = () => {
    const shown = more()
    return shown !== null && 'saveSkill' in shown ? shown.saveSkill : null
  }
  const organised = () => {
    const shown = more()
    return shown !== null && 'organise' in shown && shown
  }
  const project = () => {
    const shown = more()
    return shown !== null && 'project' in shown ? shown : null
  }
  const moved = () => {
    const shown = more()
    return shown !== null && 'moveSession' in shown ? shown.moveSession : null
  }
  const deleted = () => {
    const shown = more()
    return shown !== null && 'deleteProject' in shown ? shown.deleteProject : null
  }
  const searched = () => {
    const shown = more()
    return shown !== null && 'searchProject' in shown ? shown.searchProject : null
  }
  const settingsTab = () => {
    const shown = more()
    return props.dialog === 'settings' ? 'Models' : shown !== null && 'settings' in shown && shown.settings
  }
  return (
    <Suspense>
      <Show when={props.signedIn}>
        {/[?&]state=openrouter/.test(location.search) ? (
          <ProviderSignInReply onClose={props.onSignedIn} />
        ) : (
          <McpSignInReply onClose={props.onSignedIn} />
        )}
      </Show>
      <Show when={props.dialog === 'search' || searched()}>
        <SearchDialog project={searched()} onClose={props.onClose} />
      </Show>
      <Show when={props.dialog === 'commands'}>
        <CommandPalette onBegin={props.onBegin} onClose={props.onClose} />
      </Show>
      <Show when={props.dialog === 'help'}>
        <HelpDialog onClose={props.onClose} />
      </Show>
      <Show when={settingsTab()}>{(tab) => <SettingsDialog tab={tab()} onClose={props.onClose} />}</Show>
      <Show when={props.dialog === 'session-settings'}>
        <SessionSettings onClose={props.onClose} />
      </Show>
      <Show when={props.dialog === 'context'}>
        <ContextDialog onClose={props.onClose} />
      </Show>
      <Show when={props.dialog === 'print' && state.open?.id}>
        {(id) => <PrintDialog sessionId={id()} onClose={props.onClose} />}
      </Show>
      <Show when={props.dialog === 'activity'}>
        <ActivityDialog onClose={props.onClose} />
      </Show>
      <Show when={inspected()}>{(id) => <Inspector sessionId={id()} onClose={props.onClose} />}</Show>
      <Show when={shared()}>
        {(own) => <ShareDialog sessionId={own().share} handOver={own().handOver} onClose={props.onClose} />}
      </Show>
      <Show when={organised()}>{(shown) => <OrganiseDialog chosen={shown().organise} onClose={props.onClose} />}</Show>
      <Show when={project()} keyed>
        {(shown) => <ProjectDialog id={shown.project} move={shown.move} onClose={props.onClose} />}
      </Show>
      <Show when={moved()}>{(id) => <MoveSession sessionId={id()} onClose={props.onClose} />}</Show>
      <Show when={deleted()}>{(id) => <DeleteProject id={id()} onClose={props.onClose} />}</Show>
      <Show when={repeated()}>{(id) => <RunsDialog sessionId={id()} onClose={props.onClose} />}</Show>
      <Show when={savedSkill()}>{(id) => <SaveSkillDialog sessionId={id()} onClose={props.onClose} />}</Show>
      <Show when={props.dialog === 'add-provider' || props.dialog === 'add-provider-here' || props.link || edited()}>
        <AddProviderDialog
          link={props.link}
          edit={edited()?.edit ?? null}
          atKey={edited()?.key}
          here={props.dialog === 'add-provider-here'}
          onBegin={props.onBegin}
          onClose={props.onClose}
        />
      </Show>
    </Suspense>
  )
}
