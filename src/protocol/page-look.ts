import * as z from 'zod/mini'
import { CommandId, SessionId } from './common.ts'

/**
 * How a running tool asks the pages to run an artifact and say what they see, over a separate BroadcastChannel: any
 * tab may have the page in view. Nothing of it is kept; after a reload the tool asks again. An artifact has no origin,
 * so it cannot speak here.
 */
export const LOOK_CHANNEL = 'reflexor-look'
const PageId = z.string().check(z.maxLength(64))
const Sha = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** Most lines of a report, and characters of a line. */
export const MOST_LINES = 150
export const LONGEST_LINE = 2000
const LARGEST_PICTURE = 4 * 1024 * 1024

/**
 * `not-allowed`: the person has not let its scripts run. `typing`: the person types, so nothing may take the keyboard.
 */
const LookEnd = z.enum(['ran', 'not-allowed', 'typing', 'silent', 'taken', 'unreadable'])

/** `more`: lines that were left out. `text`: words on the page. `picture`: PNG or JPEG of its first screen. */
export const LookReport = z.object({
  end: LookEnd,
  lines: z
    .array(z.object({ level: z.enum(['log', 'warn', 'error']), text: z.string().check(z.maxLength(LONGEST_LINE)) }))
    .check(z.maxLength(MOST_LINES)),
  more: z.int(),
  text: z.string().check(z.maxLength(4000)),
  picture: z.nullable(
    z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array && value.length <= LARGEST_PICTURE),
  ),
})
export type LookReport = z.infer<typeof LookReport>

export const ToLookers = z.discriminatedUnion('type', [
  /** Who shows this session? */
  z.object({
    type: z.literal('look'),
    id: CommandId,
    sessionId: SessionId,
    artifact: z.object({ path: z.string(), blob: Sha, title: z.string(), bundle: z.optional(Sha) }),
    /** A drawing (SVG): it is drawn, and none of its scripts run. */
    drawing: z.optional(z.literal(true)),
  }),
  /** This page is to look. */
  z.object({ type: z.literal('go'), id: CommandId, page: PageId }),
  /** Nobody waits for the report any more. */
  z.object({ type: z.literal('over'), id: CommandId }),
])
export type ToLookers = z.infer<typeof ToLookers>

export const FromLookers = z.discriminatedUnion('type', [
  z.object({ type: z.literal('here'), id: CommandId, page: PageId }),
  z.object({ type: z.literal('looked'), id: CommandId, page: PageId, report: LookReport }),
])
export type FromLookers = z.infer<typeof FromLookers>
