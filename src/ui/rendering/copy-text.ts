import { t } from '../words/t.ts'

/** Buttons that say how it went: their own words, and what brings those back. */
const telling = new WeakMap<HTMLButtonElement, { words: string | null; timer: ReturnType<typeof setTimeout> }>()

/** Puts text on the clipboard and says on the button how that went. */
export async function copyText(button: HTMLButtonElement, text: string): Promise<void> {
  let said = t('Copied')
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    said = t('Copying was refused')
  }
  // pressed once more, it may still say how it went before
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
