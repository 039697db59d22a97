/**
 * The parts of the code that an asking needs and the first load does not. Each is waited for where it is used; the
 * adapter of the provider's family (llm/adapters.ts) comes with the connection.
 */
export const askingCode = {
  /** Making JSON Schema takes a part of zod that nothing else needs. */
  schema: () => import('../../tools/schema.ts'),
  request: () => import('../../effects/context/build-request.ts'),
  breaks: () => import('../../effects/after-break.ts'),
  refusals: () => import('../../effects/context/refused-senses.ts'),
  again: () => import('../../effects/asked-again.ts'),
  prepare: () => import('../../effects/prepare-calls.ts'),
  written: () => import('../../effects/calls-in-text.ts'),
  provenance: () => import('./session-provenance.ts'),
  scrub: () => import('../../effects/scrub-parts.ts'),
  lacks: () => import('../../effects/learn-lacks.ts'),
  catalogue: () => import('../../llm/catalogue.ts'),
  wire: () => import('./wire.ts'),
}

/**
 * Asks for all of them at once, as soon as it is known that something will be asked: fetched one after the other, when
 * each is needed, they took longer after a reload than everything else. What cannot be fetched now is asked for again
 * by who needs it.
 */
export function preloadAsking(): void {
  for (const code of Object.values(askingCode)) code().catch(() => {})
}
