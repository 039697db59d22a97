import type { Message } from './message.ts'

/**
 * A row for a request to this provider. Content that another provider has sealed or signed is left out: two entries of
 * one kind are two accounts, and each refuses the other's. Plain text of thinking stays.
 */
export const readableBy = (row: Message, providerId: string): Message => {
  if (row.role === 'user' || row.model === null || row.model.providerId === providerId) return row
  const content = row.content.filter((block) => block.type !== 'thinking' || block.meta === undefined)
  return { ...row, content: content.map(withoutMeta), calls: row.calls.map(withoutMeta) }
}

const withoutMeta = <Part extends object>(part: Part): Part => ('meta' in part ? { ...part, meta: undefined } : part)
