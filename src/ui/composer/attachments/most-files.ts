/** Files that go with one message at most. */
export const MOST_FILES = 20
