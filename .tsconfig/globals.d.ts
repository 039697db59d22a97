/** True in unit and browser tests and in the build of mode `test`, false (and its branches dropped) in production. */
declare const __FAILPOINTS__: boolean
/** In src/ui/page/boot/early-worker.ts: where the built worker lies, relative to the page. */
declare const __WORKER_URL__: string
