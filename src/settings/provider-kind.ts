/** The kinds of providers, by name: all that the first load need know of them. What is known of each stands in provider-kinds.ts. */

/** Those that a person may add, in the order in which they are offered. */
export const addableKinds = ['openai', 'anthropic', 'google', 'openrouter', 'openai-compatible', 'azure'] as const

export const providerKinds = [...addableKinds, 'demo'] as const
export type ProviderKind = (typeof providerKinds)[number]
