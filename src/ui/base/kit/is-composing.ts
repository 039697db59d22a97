/**
 * A key that belongs to a word which is being put together, as Chinese and Japanese are. 229: Safari ends it before it
 * says which key did.
 */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229
