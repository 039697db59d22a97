import type { Config } from '../../agent/config.ts'
import type { Head } from '../../agent/head.ts'
import { openCalls } from '../../agent/select.ts'
import { MAX_DEPTH } from '../../agent/version.ts'
import type { HelperJob } from '../../tools/helpers/helper-port.ts'

const PART = `You are a helper now: another session of this agent has given you the task in the first message. Do that task and nothing beyond it.
Your last message is all that goes back, together with the files that you changed, so report what was asked for there, completely and briefly.
Ask the user only if you cannot continue at all.`

/**
 * The configuration of a helper: never more than the session that it helps may do, and a part of what that one may
 * still spend, so that all helpers together stay within its limits. `model` null: the same model.
 */
export function helperConfig(
  { head, config }: { head: Pick<Head, 'run' | 'spent' | 'unsettled'>; config: Config },
  { tools, maxTurns }: HelperJob,
  depth: number,
  model: Config['model'] | null,
): Config {
  const { acts: _acts, window, ...same } = config
  const isGiven = (name: string): boolean =>
    (tools === null || tools.includes(name)) && (name !== 'delegate' || depth < MAX_DEPTH)
  return {
    ...same,
    ...(model === null ? window && { window } : { model }),
    systemPrompt: `${config.systemPrompt}\n\n${PART}`,
    tools: Object.fromEntries(
      Object.entries(config.tools).map(([name, policy]) => [
        name,
        isGiven(name) ? policy : { ...policy, approval: 'never' as const },
      ]),
    ),
    limits: { ...config.limits, maxTurns, ...sharedLimits({ head, config }) },
  }
}

/** A helper's part of what the session that it helps may still spend. */
export function sharedLimits({
  head,
  config: { limits },
}: {
  head: Pick<Head, 'run' | 'spent' | 'unsettled'>
  config: Pick<Config, 'limits'>
}): Pick<Config['limits'], 'maxTokensPerRun' | 'maxCostPerRun' | 'maxCostPerDay'> {
  const sharers = Math.max(1, openCalls(head as Head).filter(({ name }) => name === 'delegate').length)
  const share = (limit: number | null, used: number): number | null =>
    limit === null ? null : Math.max(0, limit - used) / sharers
  const tokens = share(limits.maxTokensPerRun, head.run.tokens)
  const day = share(limits.maxCostPerDay, head.spent.cost)
  return {
    maxTokensPerRun: tokens === null ? null : Math.max(1, Math.floor(tokens)),
    maxCostPerRun: least(share(limits.maxCostPerRun, head.run.cost), day),
    maxCostPerDay: day,
  }
}

export const least = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)
