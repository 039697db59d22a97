/**
 * Whether a tool works on the linked folder on disk. No decision in a session allows such a tool permanently: that
 * would cover folders linked later.
 */
export const isFolderTool = (name: string): boolean => /^disk_[a-z]/.test(name)
