import type { Message } from './message.ts'

/**
 * A row as the models of a provider may be asked with it. What another one has sealed or signed is left out: two of one kind are two accounts,
 * and each refuses what is the other's. Plain words of thinking stay.
 */
export const readableBy = (row: Message, providerId: string): Message => {
  if (row.role === 'user' || row.model === null || row.model.providerId === providerId) return row
  const content = row.content.filter((block) => block.type !== 'thinking' || block.meta === undefined)
  return { ...row, content: content.map(withoutMeta), calls: row.calls.map(withoutMeta) }
}

const withoutMeta = <Part extends object>(part: Part): Part => ('meta' in part ? { ...part, meta: undefined } : part)
