/** What a file's name says of its language; '': nothing. */
export const languageOf = (path: string): string => /\.([A-Za-z0-9+]{1,12})$/.exec(path)?.[1]?.toLowerCase() ?? ''
