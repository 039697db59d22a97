import { DamagedRecord } from '../storage/fault.ts'

/** What a page asked for cannot be done; the message is for the person. */
export class Refused extends Error {}

/** A record that is damaged stays so: asked again, it would be refused again. */
export const isFinal = (error: unknown): boolean => error instanceof Refused || error instanceof DamagedRecord
