import { gunzipSync as gunzip, gzipSync as gzip } from 'fflate'

/**
 * Replaces `node:zlib` in just-bash, which reads packed files with it; our own `gzip` replaces the command. See
 * `vite.config.ts`.
 */
export const gunzipSync = (bytes: Uint8Array): Uint8Array => gunzip(bytes)
export const gzipSync = (bytes: Uint8Array): Uint8Array => gzip(bytes)
export const constants = {}
