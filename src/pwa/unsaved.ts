/** Text in fields with `data-kept` is there again after a reload. */
const TEXT =
  'input:not([type=checkbox], [type=radio], [type=range], [type=file], [readonly], [disabled]), textarea:not([data-kept])'

/**
 * Whether a field of this page holds text that a reload would lose, such as a half-filled form or half-edited
 * arguments.
 */
export const hasUnsavedText = (page: ParentNode): boolean =>
  [...page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT)].some(({ value }) => value !== '')
