/** Where a session is shown: the hash of the page's URL. */
export const sessionHash = (id: string): string => `#/session/${id}`
