import * as z from 'zod/mini'

export const FaultKind = z.enum([
  'quota',
  'blocked',
  'newer-data',
  'connection-closed',
  'damaged',
  'emptied',
  'recovered',
  'aborted',
  'unavailable',
  'unknown',
])
export type FaultKind = z.infer<typeof FaultKind>

/** A storage fault in words for a person: what happened, what is safe, what to do. */
export const StorageFault = z.object({
  kind: FaultKind,
  message: z.string(),
  safe: z.string(),
  advice: z.string(),
})
export type StorageFault = z.infer<typeof StorageFault>
