import { guardMemory } from './memory-guard.ts'
import { TOO_MUCH_MEMORY } from './messages.ts'

// pdf.js would go on with the next page
guardMemory(() => self.postMessage(TOO_MUCH_MEMORY))
