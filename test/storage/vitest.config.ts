import { defineConfig } from 'vitest/config'

/** Against a storage that run.mjs has started. */
export default defineConfig({
  test: { environment: 'node', include: ['test/storage/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 60_000 },
})
