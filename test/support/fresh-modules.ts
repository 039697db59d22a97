import type { Plugin } from 'vite'

/**
 * Lets the browser cache the modules that Vite serves during a run. Each test file has its own page and imports up to
 * 300 modules, which Vite would have the browser request again each time. In watch mode files may change, so nothing is
 * cached.
 */
export function freshModules(): Plugin {
  return {
    name: 'reflexor:fresh-modules',
    configureServer(server) {
      if (server.config.server.watch !== null) return
      server.middlewares.use((request, response, next) => {
        if (/^\/(?:src|test|node_modules|@fs)\//.test(request.url ?? '')) {
          const set = response.setHeader.bind(response)
          response.setHeader = (name, value) =>
            set(name, name.toLowerCase() === 'cache-control' && value === 'no-cache' ? 'max-age=3600' : value)
        }
        next()
      })
    },
  }
}
