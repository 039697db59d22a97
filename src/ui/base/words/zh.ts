import { activity } from './zh/activity.ts'
import { away } from './zh/away.ts'
import { boot } from './zh/boot.ts'
import { branches } from './zh/branches.ts'
import { commands } from './zh/commands.ts'
import { common } from './zh/common.ts'
import { compare } from './zh/compare.ts'
import { composer } from './zh/composer.ts'
import { context } from './zh/context.ts'
import { data } from './zh/data.ts'
import { devices } from './zh/devices.ts'
import { files } from './zh/files.ts'
import { finding } from './zh/finding.ts'
import { fromWorker } from './zh/from-worker.ts'
import { help } from './zh/help.ts'
import { helpers } from './zh/helpers.ts'
import { home } from './zh/home.ts'
import { inspector } from './zh/inspector.ts'
import { install } from './zh/install.ts'
import { kit } from './zh/kit.ts'
import { models } from './zh/models.ts'
import { notifications } from './zh/notifications.ts'
import { personas } from './zh/personas.ts'
import { pictures } from './zh/pictures.ts'
import { places } from './zh/places.ts'
import { plan } from './zh/plan.ts'
import { projects } from './zh/projects.ts'
import { prompts } from './zh/prompts.ts'
import { providers } from './zh/providers.ts'
import { recurring } from './zh/recurring.ts'
import { refusals } from './zh/refusals.ts'
import { rendering } from './zh/rendering.ts'
import { replay } from './zh/replay.ts'
import { runs } from './zh/runs.ts'
import { services } from './zh/services.ts'
import { sessionSettings } from './zh/session-settings.ts'
import { sessions } from './zh/sessions.ts'
import { settings } from './zh/settings.ts'
import { share } from './zh/share.ts'
import { shell } from './zh/shell.ts'
import { skills } from './zh/skills.ts'
import { state } from './zh/state.ts'
import { toolCalls } from './zh/tool-calls.ts'
import { transcript } from './zh/transcript.ts'
import { usage } from './zh/usage.ts'
import { vault } from './zh/vault.ts'
import { voice } from './zh/voice.ts'
import { welcome } from './zh/welcome.ts'
import { workerLink } from './zh/worker-link.ts'

/**
 * The page in simplified Chinese: English words, as they stand in the code, to Chinese ones. One file a room, each
 * phrase once.
 */
export const zh = {
  ...activity,
  ...away,
  ...boot,
  ...branches,
  ...commands,
  ...common,
  ...compare,
  ...composer,
  ...context,
  ...data,
  ...devices,
  ...files,
  ...finding,
  ...fromWorker,
  ...help,
  ...helpers,
  ...home,
  ...inspector,
  ...install,
  ...kit,
  ...models,
  ...notifications,
  ...personas,
  ...pictures,
  ...places,
  ...plan,
  ...projects,
  ...prompts,
  ...providers,
  ...recurring,
  ...refusals,
  ...rendering,
  ...replay,
  ...services,
  ...runs,
  ...sessionSettings,
  ...sessions,
  ...settings,
  ...share,
  ...shell,
  ...skills,
  ...state,
  ...toolCalls,
  ...transcript,
  ...usage,
  ...vault,
  ...voice,
  ...welcome,
  ...workerLink,
} as const
