import { t } from '../words/t.ts'

/** Puts text on the clipboard and says on the button how that went. */
export async function copyText(button: HTMLButtonElement, text: string): Promise<void> {
  const words = button.textContent
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = t('Copied')
  } catch {
    button.textContent = t('Copying was refused')
  }
  setTimeout(() => {
    button.textContent = words
  }, 2000)
}
