import * as z from 'zod/mini'
import type { Preferences } from '../settings/preferences.ts'

/**
 * How freely a session's model acts, from the most careful. `ask`: as the tools' own settings say. `careful`: public
 * pages are read without a question. `free`: only what cannot be undone asks. Whatever the mode, a tool that the person
 * has forbidden stays forbidden, and private material ends what a mode allows for calls that leave this computer.
 */
export type Mode = Preferences['mode']
export const MODES = ['ask', 'careful', 'free'] as const satisfies readonly Mode[]
export const Mode: z.ZodMiniType<Mode> = z.enum(MODES)

/** Whether `mode` allows what needs at least `needed`. Absent: "ask". */
export const allows = (mode: Mode | undefined, needed: Mode): boolean =>
  MODES.indexOf(needed) <= MODES.indexOf(mode ?? 'ask')

/** The more careful of two modes. */
export const lesserMode = (one: Mode, other: Mode): Mode => (allows(other, one) ? one : other)
