import { t } from '../base/words/t.ts'

/** Buttons that show an outcome: their own words, and the function that restores them. */
const telling = new WeakMap<HTMLButtonElement, { words: string | null; timer: ReturnType<typeof setTimeout> }>()

/** Puts text on the clipboard and shows the outcome on the button. */
export async function copyText(button: HTMLButtonElement, text: string): Promise<void> {
  let said = t('Copied')
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    said = t('Copying was blocked')
  }
  // At a second press the button may still show the earlier outcome.
  const before = telling.get(button)
  clearTimeout(before?.timer)
  const words = before?.words ?? button.textContent
  button.textContent = said
  const timer = setTimeout(() => {
    telling.delete(button)
    button.textContent = words
  }, 2000)
  telling.set(button, { words, timer })
}
