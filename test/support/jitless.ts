import { config } from 'zod'

/** What index.html does before its first module: zod must not try `new Function`, which the page's policy forbids (DESIGN 13). */
config({ jitless: true })
