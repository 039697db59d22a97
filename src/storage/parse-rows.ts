import type * as z from 'zod/mini'
import { Config } from '../agent/config.ts'
import { Head } from '../agent/head.ts'
import { Message, QueuedMessage } from '../agent/message.ts'
import { Plan } from '../agent/plan.ts'
import { FileEntry, Summary } from '../agent/state.ts'
import { DamagedRecord } from './fault.ts'

/** Records from the disk, parsed into the agent's types (without owner and epoch). Throws DamagedRecord. */

export const parseHead = (row: unknown): Head => parse(Head, row, 'the head of this session')
export const parseConfig = (row: unknown): Config =>
  parse(Config, (row as { config?: unknown } | undefined)?.config, 'the configuration of this session')
export const parseSummary = (row: unknown): Summary =>
  parse(Summary, (row as { summary?: unknown } | undefined)?.summary, 'the summary of this session')
export const parsePlan = (row: unknown): Plan =>
  parse(Plan, (row as { plan?: unknown } | undefined)?.plan, 'the plan of this session')
export const parseQueued = (row: unknown): QueuedMessage =>
  parse(QueuedMessage, row, `the waiting message ${String((row as { id?: unknown } | undefined)?.id)}`)
export const parseMessage = (row: unknown, n: number): Message =>
  parse(Message, row, `message ${n + 1} of this session`)
export const parseFile = (row: unknown): FileEntry =>
  parse(FileEntry, row, `the file ${String((row as { path?: unknown } | undefined)?.path)}`)

/** A transcript row; null if it is damaged. */
export function messageOrNull(row: unknown): Message | null {
  const parsed = Message.safeParse(row)
  return parsed.success ? parsed.data : null
}

function parse<Row>(schema: z.ZodMiniType<Row>, row: unknown, what: string): Row {
  const parsed = schema.safeParse(row)
  if (!parsed.success) throw new DamagedRecord(what, parsed.error)
  return parsed.data
}
