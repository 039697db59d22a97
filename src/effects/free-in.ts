import type { ToolPolicy } from '../agent/config.ts'
import { runOf } from '../agent/head.ts'
import type { Mode } from '../agent/mode.ts'
import type { State } from '../agent/state.ts'
import { placeOfHost } from '../settings/place-of-host.ts'
import type { Tool } from '../tools/tool.ts'
import { exactly, type TypedAddresses } from './provenance.ts'

/** A newly announced call, and what its question would be about. */
type Facts = {
  tool: Pick<Tool, 'approval' | 'gives' | 'undo'>
  args: unknown
  /** The session's setting for the tool. */
  policy: Pick<ToolPolicy, 'approval'> | undefined
  /** The person set this tool to ask, in the session or for all sessions. */
  isToAsk: boolean
  grant: string | undefined
  /** The address that it opens; '' for none. */
  address: string
  /** Whether a question about the data that it sends, or about further pages of a site, is due. */
  asksAnyway: boolean
  /** Whether the session holds private material. */
  isPrivate: boolean
  /** Whether the person typed exactly this address. */
  isTyped: boolean
}

/**
 * The most careful mode in which a call runs without a question; null: it asks in every mode, or it asks about nothing.
 * A call may ask about two things, its tool and its target, and both must be free.
 * - A page whose address the person typed: in every mode.
 * - A public page, a public source, a package: from "careful" on, until the session holds private material. A page of
 *   this computer or of the person's network is not public. A program asks always: it may read private material and
 *   decide with it what it opens, all in one call.
 * - What a tool does and can be taken back: in "free"; if the arguments leave this computer, until the session holds
 *   private material.
 */
export function freeIn(facts: Facts): Mode | null {
  const { policy, grant, asksAnyway, isToAsk } = facts
  const asksTool = policy?.approval === 'ask'
  if (asksAnyway || isToAsk || (!asksTool && grant === undefined)) return null
  const tool = asksTool ? modeOfTool(facts) : 'ask'
  const target = grant === undefined ? 'ask' : modeOfTarget(facts, grant)
  if (tool === null || target === null) return null
  return tool === 'free' || target === 'free' ? 'free' : target
}

function modeOfTool({ tool, args, isPrivate: holdsPrivate }: Facts): 'free' | null {
  const undo = tool.undo?.(args as never) ?? null
  return undo === 'here' || (undo === 'outside' && !holdsPrivate) ? 'free' : null
}

function modeOfTarget({ tool, address, isTyped, isPrivate: holdsPrivate }: Facts, grant: string): Mode | null {
  if (grant.startsWith(ORIGIN)) {
    if (isTyped) return 'ask'
    const host = URL.canParse(address) ? new URL(address).hostname : ''
    const isPublic = host !== '' && placeOfHost(host) === null
    return isPublic && tool.gives === 'web' && !holdsPrivate ? 'careful' : null
  }
  return PUBLIC.test(grant) && !holdsPrivate ? 'careful' : null
}

const ORIGIN = 'origin:'
const PUBLIC = /^(search|packages):/

/**
 * Whether a person typed exactly this address. Once a session holds private material from its beginning (an import, a
 * memory), only messages of the current run count: earlier ones may be somebody else's.
 */
export function isTypedIn(typed: TypedAddresses, address: string, { head }: Pick<State, 'head'>): boolean {
  const href = exactly(address)
  const at = href === null ? undefined : typed.get(href)
  return at !== undefined && (head.private !== true || at >= runOf(head))
}
