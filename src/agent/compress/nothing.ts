/** Reason of a compression that ended before it began. It is not a failure, and the person need not see it. */
export const NOTHING_TO_SUMMARISE = 'There is nothing that could be summarised yet.'
