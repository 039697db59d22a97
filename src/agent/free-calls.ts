import { allows, type Mode } from './mode.ts'

type Asking = { freeIn?: Mode | undefined; sends?: string | undefined; opens?: object | undefined }

/**
 * Whether the session's mode lets a call run that would ask otherwise. Never a call that sends data nobody gave, nor
 * one that opens further pages of a site after private material was read, whatever was announced about it.
 */
export const isFree = ({ mode }: { mode?: Mode | undefined }, { freeIn, sends, opens }: Asking): boolean =>
  freeIn !== undefined && sends === undefined && opens === undefined && allows(mode, freeIn)
