/** The cache for files that other apps share with this one. It exists once the first file was shared. */
export const sharedCache = (scope: string): string => `shared-${scope}`
