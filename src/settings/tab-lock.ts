/** The name of the Web Lock that a tab holds while its page lives. */
export const tabLock = (tab: string): string => `reflexor-tab:${tab}`
