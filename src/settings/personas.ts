import * as z from 'zod/mini'

/** What a new session may start with: a role, a model, and tools to leave out. A session keeps a copy. */
export const Persona = z.lazy(() =>
  z.object({
    id: z.string().check(z.minLength(1), z.maxLength(64)),
    name: z.string().check(z.minLength(1), z.maxLength(80)),
    /** Added to the system prompt of every session. */
    systemPrompt: z.string().check(z.maxLength(20_000)),
    /** null: the default model. */
    model: z.nullable(
      z.object({
        providerId: z.string().check(z.maxLength(64)),
        model: z.string().check(z.minLength(1), z.maxLength(200)),
      }),
    ),
    thinking: z.enum(['off', 'minimal', 'low', 'medium', 'high', 'max']),
    /** Names of tools that it never runs. */
    without: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(500)),
  }),
)
export type Persona = z.infer<typeof Persona>
/** Bounded: the page gets all personas with every read of the preferences. */
export const Personas = z.array(Persona).check(z.maxLength(50))
