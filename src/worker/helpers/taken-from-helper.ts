import type { Config, ToolPolicy } from '../../agent/config.ts'
import type { Head } from '../../agent/head.ts'
import { lesserMode } from '../../agent/mode.ts'
import { least, sharedLimits } from './helper-config.ts'

/**
 * What a helper loses because the session that it helps has lost it: a freer mode, permissions, a part of the limits.
 * `before`, `after`: that session's configuration. What the person gave the helper itself stays. null: nothing.
 */
export function takenFromHelper(
  { before, after, head }: { before: Config; after: Config; head: Pick<Head, 'run' | 'spent' | 'unsettled'> },
  helper: Config,
): Partial<Config> | null {
  const taken: Partial<Config> = {
    ...mode(before, after, helper),
    ...tools(before, after, helper),
    ...grants(before, after, helper),
    ...(before.webSearch && !after.webSearch && helper.webSearch && { webSearch: false }),
    ...(before.ownCode && !after.ownCode && helper.ownCode && { ownCode: false }),
    ...limits(before, after, helper, head),
  }
  return Object.keys(taken).length === 0 ? null : taken
}

function mode(before: Config, after: Config, helper: Config): Partial<Config> {
  const [was = 'ask', is = 'ask', own = 'ask'] = [before.mode, after.mode, helper.mode]
  const lesser = lesserMode(own, is)
  return is !== was && lesserMode(was, is) === is && lesser !== own ? { mode: lesser } : {}
}

const STRICT = ['allow', 'ask', 'never'] as const satisfies readonly ToolPolicy['approval'][]
const strictness = (approval: ToolPolicy['approval']): number => STRICT.indexOf(approval)

function tools(before: Config, after: Config, helper: Config): Partial<Config> {
  const stricter = Object.entries(helper.tools).flatMap(([name, policy]) => {
    const was = before.tools[name]?.approval ?? 'never'
    const is = after.tools[name]?.approval ?? 'never'
    const isTaken = strictness(is) > strictness(was) && strictness(is) > strictness(policy.approval)
    return isTaken ? [[name, { ...policy, approval: is }] as const] : []
  })
  return stricter.length === 0 ? {} : { tools: { ...helper.tools, ...Object.fromEntries(stricter) } }
}

function grants(before: Config, after: Config, helper: Config): Partial<Config> {
  const lost = new Set(before.grants?.filter((grant) => !after.grants?.includes(grant)))
  const kept = helper.grants?.filter((grant) => !lost.has(grant))
  return kept === undefined || kept.length === helper.grants?.length ? {} : { grants: kept }
}

function limits(before: Config, after: Config, helper: Config, head: Parameters<typeof sharedLimits>[0]['head']) {
  const shared = sharedLimits({ head, config: after })
  const lowered = (['maxTokensPerRun', 'maxCostPerRun', 'maxCostPerDay'] as const).flatMap((name) => {
    const lower = least(helper.limits[name], shared[name])
    const isLowered = least(before.limits[name], after.limits[name]) !== before.limits[name]
    return isLowered && lower !== helper.limits[name] ? [[name, lower] as const] : []
  })
  return lowered.length === 0 ? {} : { limits: { ...helper.limits, ...Object.fromEntries(lowered) } }
}
