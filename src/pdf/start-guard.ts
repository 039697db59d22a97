import { guardMemory } from './memory-guard.ts'
import { TOO_MUCH_MEMORY } from './messages.ts'

// without this pdf.js would continue with the next page
guardMemory(() => self.postMessage(TOO_MUCH_MEMORY))
