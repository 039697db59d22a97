/** The language that a file's name suggests; '': none. */
export const languageOf = (path: string): string => /\.([A-Za-z0-9+]{1,12})$/.exec(path)?.[1]?.toLowerCase() ?? ''
