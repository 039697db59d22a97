import { defineConfig } from 'vitest/config'

/** `npm run test:webkit`: apart from the others, since its browser is not to be had everywhere. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/webkit/**/*.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
