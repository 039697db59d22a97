/** Most files of one message. */
export const MOST_FILES = 20
