/** The name of the Web Lock that a tab holds as long as its page lives. */
export const tabLock = (tab: string): string => `reflexor-tab:${tab}`
