import type { Provider } from './provider.ts'

/** The provider of a new session: the chosen one, else the first; undefined if there is only the demo. */
export function defaultOf<Known extends Pick<Provider, 'id' | 'kind'>>(
  providers: readonly Known[] | null,
  chosen: string | null,
): Known | undefined {
  const real = providers?.filter(({ kind }) => kind !== 'demo')
  return real?.find(({ id }) => id === chosen) ?? real?.[0]
}
