/**
 * The parts of the code that an asking needs and the first load does not. Each is waited for where it is used; the
 * adapter of the provider's family (llm/adapters.ts) comes with the connection.
 */
export const askingCode = {
  /** Making JSON Schema takes a part of zod that nothing else needs. */
  told: () => import('../../tools/told.ts'),
  request: () => import('../../effects/context/build-request.ts'),
  breaks: () => import('../../effects/after-break.ts'),
  refusals: () => import('../../effects/context/refused-senses.ts'),
  again: () => import('../../effects/asked-again.ts'),
  prepare: () => import('../../effects/prepare-calls.ts'),
  written: () => import('../../effects/calls-in-text.ts'),
  trust: () => import('./session-trust.ts'),
  provenance: () => import('./session-provenance.ts'),
  scrub: () => import('../../effects/scrub-parts.ts'),
  lacks: () => import('../../effects/learn-lacks.ts'),
  catalogue: () => import('../../llm/catalogue.ts'),
  wire: () => import('./wire.ts'),
}

/**
 * Loads all parts together as soon as a request is coming: loaded one by one, they took longer after a reload than
 * everything else. A part that cannot be loaded now is loaded by its caller.
 */
export function preloadAsking(): void {
  for (const code of Object.values(askingCode)) code().catch(() => {})
}
