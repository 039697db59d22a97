import { inLab } from './chromium.mjs'
import { figure, ratio } from './figures.mjs'

const MESSAGES = 10_000

/**
 * Restoring any version of a long session against restoring its end, and a step with versions kept against one without,
 * in turns.
 * @param {{ context: import('./chromium.mjs').Context, site: string, quick: boolean }} bench
 */
export async function benchVersions({ context, site, quick }) {
  const sessionIds = ['plain', 'resting', 'busy'].map((name) => `versions-${name}`)
  const sessions = sessionIds.map((sessionId) => ({
    ...{ sessionId, messages: MESSAGES, providerId: 'bench', model: 'none' },
    end: /** @type {const} */ ('idle'),
  }))
  await inLab(context, site, { kind: 'seed', providers: [], sessions })
  const rounds = quick ? 20 : 100
  /** @type {import('./pages/versions.ts').VersionFigures} */
  const looks = await inLab(context, site, { kind: 'look-at-versions', sessionId: sessionIds[0] ?? '', rounds })
  /** @type {import('./pages/versions.ts').KeptSteps} */
  const steps = await inLab(context, site, { kind: 'step-beside-versions', sessionIds, rounds })
  const of = `of ${MESSAGES.toLocaleString('en')} messages`
  return {
    title: 'Versions',
    figures: [
      figure(`restoring the end of a session ${of}`, looks.head, 'ms'),
      figure(`restoring any version of it`, looks.version, 'ms'),
      ratio('restoring any version against the end', looks.version, looks.head, { limit: 2, of: 'the end' }),
      figure('folding the whole journal instead', looks.whole, 'ms'),
      figure('keeping all versions of a session that has none', looks.kept, 'ms'),
      ratio('a step with versions kept where the session rests, against one without', steps.rested, steps.without, {
        ...{ limit: 1.05, of: 'a step without' },
      }),
      ratio('a step at the very time at which versions are brought up', steps.beside, steps.without, {
        of: 'a step without; once in a run',
      }),
    ],
  }
}
