/** Why a compression has ended before it began: no failure of anybody, of which nobody needs to hear. */
export const NOTHING_TO_SUMMARISE = 'There is nothing that could be summarised yet.'
