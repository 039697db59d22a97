import type { Answer } from './message.ts'

/** The model that answered, by its provider's word; null: the one that was asked. A dated name is that of the model that was asked. */
export function otherModel({ usage, model }: Pick<Answer, 'usage' | 'model'>): string | null {
  const name = usage?.answeredBy
  if (name === undefined) return null
  const asked = bare(model?.model ?? '')
  const rest = bare(name).slice(asked.length)
  return bare(name).startsWith(asked) && /^([-@:]?(\d[\d-]*|latest))?$/.test(rest) ? null : name
}

const bare = (name: string): string => name.slice(name.lastIndexOf('/') + 1).toLowerCase()
