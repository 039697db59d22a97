import type { Handlers } from '../request-handlers.ts'

/** An archive can be made in any state of this worker's storage, so it doesn’t wait for the storage. */
export const exportAnyway: (request: Parameters<Handlers['export']>[0]) => ReturnType<Handlers['export']> = async (
  request,
) => (await import('./archive.ts')).exportFile(request)
