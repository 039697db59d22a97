import { defineConfig } from 'vitest/config'
import { projects } from './test/vitest.config.ts'

/**
 * The kinds of tests. Not in vite.config.ts: Vite reads all that its configuration imports, later imports too, and what the tests import is not
 * installed where the app is only built and served.
 */
export default defineConfig({ test: { projects: Object.values(projects) } })
