import type { Locator, Page } from 'playwright-core'

/** A screenshot of 2400 × 1200: the browser's own paste event with the file screen.png. */
export const pastePicture = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2400, 1200)
    canvas.getContext('2d')?.fillRect(0, 0, 100, 100)
    const file = new File([await canvas.convertToBlob({ type: 'image/png' })], 'screen.png', { type: 'image/png' })
    const clipboardData = new DataTransfer()
    clipboardData.items.add(file)
    document
      .querySelector('textarea[aria-label="Message"]')
      ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })

/**
 * The browser's own paste event. Long text becomes a chip once the button "Attach files" is there: before that it is
 * written into the box.
 */
export const pasteText = (box: Locator, words: string): Promise<void> =>
  box.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, words)
