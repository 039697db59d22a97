/** What a person types into is kept as a draft, here alone: an accessible name of the page. */
const KEPT = 'Message'
const TEXT = 'input:not([type=checkbox], [type=radio], [type=range], [type=file], [readonly], [disabled]), textarea'

/** Whether a field of this page holds text that a reload would lose: a form half filled in, arguments half edited. */
export function hasUnsavedText(page: ParentNode): boolean {
  const fields = page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT)
  return [...fields].some((field) => field.value !== '' && field.getAttribute('aria-label') !== KEPT)
}
