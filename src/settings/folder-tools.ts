/**
 * Whether a tool works on the folder on disk that a session is linked to. No decision in a session allows one
 * permanently: it would cover folders linked later.
 */
export const isFolderTool = (name: string): boolean => /^disk_[a-z]/.test(name)
