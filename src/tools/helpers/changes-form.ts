import type { FileChange, Form } from '../tool.ts'

/** The same as in `agent/form.ts`. */
export const MOST_LISTED = 100

/** Asks the person to keep or drop a helper's changes. Its id follows from the changes: one answer fits these alone. */
export async function changesForm(title: string, changes: readonly FileChange[]): Promise<Form> {
  const facts = changes.map(({ path, from, to }) => [path, from, to])
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(facts)))
  return {
    id: [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    from: title,
    about: 'changes',
    text: '',
    asksForSecret: false,
    changes: { files: changes.slice(0, MOST_LISTED), more: Math.max(0, changes.length - MOST_LISTED) },
    fields: [],
  }
}
