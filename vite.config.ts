import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import solid from 'vite-plugin-solid'
import type { TestProjectInlineConfiguration } from 'vitest/config'

/**
 * The dev server works with inline scripts and a web socket, which the page's policy (index.html) forbids: there, and
 * only there, the policy is left out.
 */
function withoutPolicyInDevelopment(): Plugin {
  return {
    name: 'reflexor:without-policy-in-development',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ''),
    },
  }
}

/** The service worker of src/pwa, with the list of built files put in. */
function serviceWorker(): Plugin[] {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src/pwa',
    filename: 'service-worker.ts',
    // src/pwa/register.ts and public/manifest.webmanifest do these
    injectRegister: false,
    manifest: false,
    injectManifest: {
      // lazy chunks too: an installed app has all its parts offline
      globPatterns: ['**/*.{html,js,css,svg,png,woff2,webmanifest}', 'assets/emscripten-module-*.wasm'],
      globIgnores: ['screenshots/**', 'icons/*.png'],
      maximumFileSizeToCacheInBytes: 3_000_000,
      rollupFormat: 'iife',
    },
  })
}

/**
 * Every schema of zod carries the code that describes it as JSON Schema, which only tools need, and they live in the worker: 5 kB of
 * the page's first load, brotli-compressed. In the page's scripts (a worker's are built without these plugins) it is left out.
 */
function withoutJsonSchemaInThePage(): Plugin {
  return {
    name: 'reflexor:without-json-schema-in-the-page',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/ },
      handler: (code) => {
        const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
        // schemas call some of these when they are made, and keep what comes back
        return `const absent = () => absent\n${names.map((name) => `export const ${name} = absent`).join('\n')}\n`
      },
    },
  }
}

/** Test projects have a file of their own, loaded by Vitest alone: building and serving need neither it nor a browser. */
function testProject(name: 'unit' | 'browser' | 'e2e'): () => Promise<TestProjectInlineConfiguration> {
  return async () => (await import('./test/vitest.config.ts')).projects[name]
}

/** File names of the threads' scripts: the service worker and the size check know them by these. */
const THREADS: Record<string, string> = { main: 'worker', 'quickjs-worker': 'sandbox' }

/** Mode `test` is the production configuration plus failpoints and test tools, built beside it (DESIGN 7). */
export default defineConfig(({ mode }) => ({
  // relative, so that the built site can be hosted under any path
  base: './',
  plugins: process.env['VITEST']
    ? []
    : [
        // Solid's templates go through a Trusted Types policy (DESIGN 13)
        solid({ solid: { moduleName: '/src/ui/trusted-templates.ts' } }),
        withoutPolicyInDevelopment(),
        withoutJsonSchemaInThePage(),
        serviceWorker(),
      ],
  define: { __FAILPOINTS__: JSON.stringify(mode === 'test') },
  build: {
    target: 'es2022',
    outDir: mode === 'test' ? 'dist-test' : 'dist',
    modulePreload: { polyfill: false },
  },
  // without 'es' Vite silently inlines every import() of a worker
  worker: {
    format: 'es',
    // the service worker tells the two threads apart by their names
    rolldownOptions: {
      output: {
        entryFileNames: ({ name }) => `assets/${THREADS[name] ?? name}-[hash].js`,
      },
    },
  },
  server: { host: 'localhost', port: 5173 },
  // another port would be another origin, with an empty database
  preview: { host: 'localhost', port: 4173, strictPort: true },
  test: { projects: (['unit', 'browser', 'e2e'] as const).map((name) => testProject(name)) },
}))
