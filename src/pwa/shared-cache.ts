/** The cache in which what other apps share with the app of this scope waits; there is none before the first file was shared. */
export const sharedCache = (scope: string): string => `shared-${scope}`
