import * as z from 'zod/mini'
import { DamagedRecord } from '../fault.ts'
import type { VaultRow } from '../schema.ts'
import { isPlace, type KeyPlace } from './key-places.ts'

/**
 * The vault's rows in the app's database: which place holds the keys, and which sealed secret belongs to whom. They
 * hold no secret. So a setting and the fate of its secret change in one transaction, whatever the browser does with
 * places.
 */
const Place = z.custom<KeyPlace>(isPlace)
const PlacesRow = z.object({
  id: z.literal('places'),
  current: z.nullable(Place),
  /** Named before they are made: a crash leaves none behind that nobody knows. */
  making: z.array(Place),
  /** To be deleted. */
  leaving: z.array(Place),
  /** Keys were moved out of the app's database: its files may still hold them. Until the person has renewed them. */
  oldTraces: z.optional(z.boolean()),
})
export type PlacesRow = z.infer<typeof PlacesRow>
const SecretRow = z.object({ id: z.string(), origin: z.string(), ref: z.string() })
export type SecretRow = z.infer<typeof SecretRow> & { id: `secret:${string}` }

/** `old`: rows of versions up to 3, which had secrets and keys here. */
export type VaultRows = { places: PlacesRow; secrets: SecretRow[]; old: VaultRow[] }

const NO_PLACE: PlacesRow = { id: 'places', current: null, making: [], leaving: [] }

/** @throws DamagedRecord: without its name no place would be found again. */
export function parseVault(rows: readonly VaultRow[]): VaultRows {
  const parsed: VaultRows = { places: NO_PLACE, secrets: [], old: [] }
  for (const row of rows) {
    if (row.id === 'places') parsed.places = parsePlaces(row)
    else if ('ref' in row && SecretRow.safeParse(row).success) parsed.secrets.push(row)
    else if ('data' in row || 'key' in row || 'salt' in row) parsed.old.push(row)
  }
  return parsed
}

/** @throws DamagedRecord */
export function parsePlaces(row: VaultRow | undefined): PlacesRow {
  if (row === undefined) return NO_PLACE
  const parsed = PlacesRow.safeParse(row)
  if (!parsed.success) throw new DamagedRecord('the place of your API keys', parsed.error)
  return parsed.data
}
