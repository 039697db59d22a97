import type { Plugin } from 'vite'

/**
 * Lets the browser keep the modules that Vite serves while a run lasts. Each test file has a page of its own and imports up to 300 modules;
 * Vite has the browser ask for each of them again. Where files are watched they may change, so nothing is kept.
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
