import * as z from 'zod/mini'
import { Personas } from './personas.ts'
import { Prompts } from './prompts.ts'
import { Tags } from './tags.ts'

const theme = z.enum(['system', 'light', 'dark'])
const textSize = z.enum(['small', 'normal', 'large', 'larger'])
const chatWidth = z.enum(['narrow', 'normal', 'wide'])
/** `enter`: Enter sends, Shift+Enter adds a line. `mod-enter`: Enter adds a line, Ctrl or Cmd with Enter sends. */
const sendKey = z.enum(['enter', 'mod-enter'])
/** Language of the page; `auto`: the browser's. */
const language = z.enum(['auto', 'en', 'zh'])
const defaultProviderId = z.nullable(z.string().check(z.maxLength(64)))
const defaultPersonaId = defaultProviderId
const approvals = z.record(z.string(), z.enum(['allow', 'ask', 'never']))
/** How freely a session's model acts (agent/mode.ts). */
const mode = z.enum(['ask', 'careful', 'free'])
const askBeforeAgainAbove = z.nullable(z.int().check(z.positive()))
/** A share of the context window. */
const compressAt = z.nullable(z.number().check(z.minimum(0.05), z.maximum(0.95)))
const summaryModel = z.nullable(
  z.object({
    providerId: z.string().check(z.maxLength(64)),
    model: z.string().check(z.minLength(1), z.maxLength(200)),
    thinking: z.enum(['off', 'minimal', 'low', 'medium', 'high', 'max']),
  }),
)
const helperModel = summaryModel
const pictureModel = summaryModel
/** US dollars. */
const maxCostPerDay = z.nullable(z.number().check(z.positive()))
const grants = z.array(z.string().check(z.maxLength(300))).check(z.maxLength(1000))
/** Session ids, each naming its conversation. */
const marked = z.array(z.string().check(z.maxLength(64))).check(z.maxLength(20_000))
const modelChoice = z.object({
  providerId: z.string().check(z.maxLength(64)),
  model: z.string().check(z.minLength(1), z.maxLength(200)),
})
export type ModelChoice = z.infer<typeof modelChoice>
const favouriteModels = z.array(modelChoice).check(z.maxLength(100))
const recentModels = z.array(modelChoice).check(z.maxLength(10))
/**
 * Fallback models, asked in order when a session's model is unavailable. `after`: failures of one model before the next
 * is asked.
 */
const fallback = z.object({
  models: z.array(modelChoice).check(z.maxLength(8)),
  after: z.int().check(z.minimum(1), z.maximum(5)),
})
const instructions = z.string().check(z.maxLength(20_000))

/** What a person chose for the whole app, not for one session. */
export const Preferences = z.object({
  theme: z._default(theme, 'system'),
  textSize: z._default(textSize, 'normal'),
  chatWidth: z._default(chatWidth, 'normal'),
  sendKey: z._default(sendKey, 'enter'),
  language: z._default(language, 'auto'),
  /** The provider of new sessions; null until one is chosen. */
  defaultProviderId: z._default(defaultProviderId, null),
  /**
   * Approvals that new sessions start with, by tool name: chosen in the settings, or by an answer with scope "always".
   */
  approvals: z._default(approvals, {}),
  /** Grants that new sessions start with (`origin:https://example.org`), by an answer with scope "always". */
  grants: z._default(grants, []),
  /** The mode that new sessions begin with. */
  mode: z._default(mode, 'ask'),
  /** Ask the person before requesting an answer longer than this many tokens a second time; null: never ask. */
  askBeforeAgainAbove: z._default(askBeforeAgainAbove, null),
  /** New sessions summarise their history above this share of the window; null: never. */
  compressAt: z._default(compressAt, 0.75),
  /** The model that writes summaries and names; null: the session's own. */
  summaryModel: z._default(summaryModel, null),
  /** The model of helpers; null: that of the session that they help. */
  helperModel: z._default(helperModel, null),
  /** The person decides whether the files that a helper changed are kept. */
  askHelperFiles: z._default(z.boolean(), false),
  /** The model that makes pictures; null: one that the session's provider lists, if it lists any. */
  pictureModel: z._default(pictureModel, null),
  /** The person's instructions for the model in every session. */
  instructions: z._default(instructions, ''),
  /** Memory is part of every request, and the model may offer to remember more. */
  memory: z._default(z.boolean(), true),
  /** The model names sessions; if false, their first words do. */
  nameSessions: z._default(z.boolean(), true),
  /** Models that come first in every list of models. */
  favouriteModels: z._default(favouriteModels, []),
  /** The models chosen last, most recent first. */
  recentModels: z._default(recentModels, []),
  fallback: z._default(fallback, { models: [], after: 2 }),
  /** Most that all sessions together may cost in one day; null: no limit. */
  maxCostPerDay: z._default(maxCostPerDay, null),
  /** Conversations at the top of the list (pinned), and conversations that were put away (archived). */
  pinned: z._default(marked, []),
  archived: z._default(marked, []),
  tags: z._default(Tags, []),
  prompts: z._default(Prompts, []),
  personas: z._default(Personas, []),
  /** The persona of new sessions; null or unknown: none. */
  defaultPersonaId: z._default(defaultPersonaId, null),
  /** The screen stays on while a session runs in this browser. */
  keepAwake: z._default(z.boolean(), false),
})
export type Preferences = z.infer<typeof Preferences>
export const DEFAULT_PREFERENCES: Preferences = Preferences.parse({})

/** A partial update. Without defaults, which would reset every preference that the update does not name. */
export const PreferenceChanges = z.partial(
  z.object({
    theme,
    textSize,
    chatWidth,
    sendKey,
    language,
    defaultProviderId,
    approvals,
    grants,
    mode,
    askBeforeAgainAbove,
    compressAt,
    summaryModel,
    helperModel,
    askHelperFiles: z.boolean(),
    pictureModel,
    instructions,
    memory: z.boolean(),
    nameSessions: z.boolean(),
    favouriteModels,
    recentModels,
    fallback,
    maxCostPerDay,
    pinned: marked,
    archived: marked,
    tags: Tags,
    prompts: Prompts,
    personas: Personas,
    defaultPersonaId,
    keepAwake: z.boolean(),
  }),
)
