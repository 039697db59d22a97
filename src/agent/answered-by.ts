import type { Answer } from './message.ts'

/**
 * The model that answered, as its provider names it; null: the model that was asked. A dated name of the asked model
 * counts as the same.
 */
export function otherModel({ usage, model }: Pick<Answer, 'usage' | 'model'>): string | null {
  const name = usage?.answeredBy
  if (name === undefined) return null
  const asked = bare(model?.model ?? '')
  const rest = bare(name).slice(asked.length)
  return bare(name).startsWith(asked) && /^([-@:]?(\d[\d-]*|latest))?$/.test(rest) ? null : name
}

const bare = (name: string): string => name.slice(name.lastIndexOf('/') + 1).toLowerCase()
