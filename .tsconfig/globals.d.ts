/** True in unit and browser tests and in the build of mode `test`, false (and its branches dropped) in production. */
declare const __FAILPOINTS__: boolean
