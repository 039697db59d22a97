/** The kinds of providers, by name: all that the first load needs. Details are in provider-kinds.ts. */

/** The kinds that a person may add, in the order of the form. */
export const addableKinds = ['openai', 'anthropic', 'google', 'openrouter', 'openai-compatible', 'azure'] as const

export const providerKinds = [...addableKinds, 'demo'] as const
export type ProviderKind = (typeof providerKinds)[number]
