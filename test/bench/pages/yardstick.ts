import { version } from 'pdfjs-dist'

/**
 * Work that this app does not change: the code of pdf.js (400 kB) is loaded, and then the button that the probe waits
 * for is there.
 */
const button = document.createElement('button')
button.textContent = 'Add provider'
button.title = version
document.body.append(button)
