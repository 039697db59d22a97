/** The messages that give a session a recurring task. */

const MARK = 'every-'

/** The same task at the same time always has the same message, so a crash cannot send it twice. */
export const recurringMessageId = (id: string, due: number): string => `${MARK}${id}-${due}`

/** Whether the words are those of a recurring task, which a model wrote, and not what a person says now. */
export const isRecurringMessage = ({ id }: { readonly id: string }): boolean => id.startsWith(MARK)
