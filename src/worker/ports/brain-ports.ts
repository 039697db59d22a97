import { askedModel } from '../../agent/fallback.ts'
import { looksBack } from '../../agent/looking-back.ts'
import type { State } from '../../agent/state.ts'
import type { BareUpTo } from '../../effects/context/earlier-attached.ts'
import type { Provenance } from '../../effects/provenance.ts'
import type { EffectPorts } from '../../effects/run-effect.ts'
import { DEMO_PROVIDER } from '../../settings/provider.ts'
import { putBlob } from '../../storage/blobs.ts'
import { readFiles } from '../../storage/files.ts'
import { readPreferences, readProvider } from '../../storage/settings/settings.ts'
import { ALL_TOOLS } from '../../tools/all-tools.ts'
import type { Tool } from '../../tools/tool.ts'
import { failpointIn } from '../failpoints.ts'
import { readFirstText } from '../first-text.ts'
import { describedTools } from '../policy/deferred-tools.ts'
import { learnWindow } from '../policy/model-window.ts'
import { learnMissing, sensesOf } from '../policy/senses.ts'
import { offeredTools } from '../policy/session-tools.ts'
import { askingCode } from './asking-code.ts'
import { connect as connectTo } from './connect.ts'
import type { PortParts } from './machine-ports.ts'
import type { RecordedAnswers } from './recorded-answers.ts'
import { throttled } from './throttle.ts'
import { whenUnlocked } from './when-unlocked.ts'
import { workspaceFiles } from './workspace-files.ts'

/** What asking a model may do: for an answer, for a summary, for a name. */
export type BrainPorts = {
  brain: (clean: boolean) => EffectPorts['brain']
  compress: EffectPorts['compress']
  naming: EffectPorts['naming']
}

export function brainPorts(parts: PortParts): BrainPorts {
  const {
    sessionId,
    db,
    network,
    publish,
    live,
    saving,
    activity,
    leaving,
    state: current,
    load,
    source,
    wire,
    mended,
  } = parts
  const offered = async (state: State): Promise<Tool[]> =>
    offeredTools(state.config, ALL_TOOLS, await parts.others(state))
  const summary = throttled(100, (id: string, text: string) =>
    publish({ type: 'progress', sessionId, toolCallId: id, text }),
  )
  let learning: Promise<() => Promise<Provenance>> | null = null
  const provenance = async (): Promise<Provenance> => {
    learning ??= load(askingCode.provenance).then(({ sessionProvenance }) => sessionProvenance(db, sessionId, current))
    return await (await learning)()
  }
  let answers: RecordedAnswers | null = null
  const refusedAttached = new Map<string, BareUpTo>()
  const paidBroken = new Set<number>()
  /** For summaries and names; null: the session's own, also where the provider of the chosen one has been removed. */
  const helper = async () => {
    const { summaryModel } = await readPreferences(db)
    return summaryModel !== null && (await readProvider(db, summaryModel.providerId)) !== null ? summaryModel : null
  }
  const learned = () => publish({ type: 'settings-changed' })
  const connect: EffectPorts['brain']['connect'] = (model, signal) =>
    whenUnlocked(db, signal, activity.waitsForPassphrase, () =>
      connectTo(db, model, load, { tap: wire, learned, mended }),
    )
  return {
    brain: (clean) => ({
      connect,
      breaks: () => load(askingCode.breaks),
      refusals: () => load(askingCode.refusals),
      again: () => load(askingCode.again),
      refusedAttached,
      paidBroken,
      request: async (state, cut, bareUpTo) => {
        // what the answer will need: it must not be paid for and then wait for its code
        const [{ tellTools }, { buildRequest }, tools, others, senses] = await Promise.all([
          load(askingCode.told),
          load(askingCode.request),
          offered(state),
          parts.others(state),
          sensesOf(db, askedModel(state)),
          load(askingCode.prepare),
          load(askingCode.breaks),
          load(askingCode.refusals),
          load(askingCode.again),
          looksBack(state) && load(lookUpCode),
        ])
        const described = describedTools(state.config, tools, others)
        return buildRequest(state, cut, source, described, tellTools, senses, bareUpTo)
      },
      tellsPrivate: async ({ head, config }) =>
        head.private !== true && (await load(askingCode.provenance)).tellsPrivate(db, sessionId, config),
      lookUp: { source, current, code: async () => (await load(lookUpCode)).lookUp },
      learnWindow: (model, size) => learnWindow(db, model, size),
      learnMissing: (model, lack) => learnMissing(db, model, lack),
      isOnline: network.isOnline,
      untilOnline: (baseUrl, signal) => network.untilOnline(baseUrl, signal, activity.waitsForNetwork),
      earlier: live.earlier,
      live: live.open,
      askBeforeAgainAbove: async () => (await readPreferences(db)).askBeforeAgainAbove,
      leaving,
      prepare: async (calls, state) => {
        const trust = await (await load(askingCode.trust)).trustOf(db, current())
        const prepared = await (await load(askingCode.prepare)).prepareCalls(
          calls.map(({ id, name, arguments: args, meta }) => ({
            ...{ providerId: id, name, args, meta },
            // drawn once and stored with the announcement, so that an announced call never gets a second key
            key: crypto.randomUUID(),
          })),
          {
            ...{ tools: await offered(state), messages: state.messages, provenance, trust },
            files: workspaceFiles(db, sessionId),
          },
        )
        if (!state.config.acts) return prepared
        answers ??= (await load(recordedCode)).recordedAnswers(db)
        return answers(prepared, state)
      },
      written: () => load(askingCode.written),
      keepImage: (bytes) => putBlob(db, bytes, Date.now()),
      savingFailed: saving.signal,
      clean,
      now: Date.now,
      random: Math.random,
      failpoint: failpointIn,
    }),
    compress: {
      connect,
      isOnline: network.isOnline,
      untilOnline: (baseUrl, signal) => network.untilOnline(baseUrl, signal, activity.waitsForNetwork),
      savingFailed: saving.signal,
      now: Date.now,
      random: Math.random,
      source,
      files: async () => (await readFiles(db, sessionId))?.files.map(({ path }) => path) ?? [],
      model: helper,
      untold: [],
      show: (cut, text) => summary(`compress-history-${cut}`, text),
      failpoint: failpointIn,
    },
    naming: {
      firstText: () => readFirstText(db, sessionId),
      isWanted: async ({ providerId }) => providerId !== DEMO_PROVIDER.id && (await readPreferences(db)).nameSessions,
      ask: async (text, own, signal) => {
        const { askName } = await load(nameCode)
        const ports = {
          connect: (model: typeof own) => connectTo(db, model, load, { tap: wire, learned, mended }),
          isOnline: network.isOnline,
        }
        return askName(text, (await helper()) ?? own, ports, signal)
      },
    },
  }
}

const recordedCode = () => import('./recorded-answers.ts')
const lookUpCode = () => import('../../effects/context/look-up.ts')
const nameCode = () => import('../../effects/context/ask-name.ts')
