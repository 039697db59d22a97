import type { Head } from './head.ts'

/** Size of the next request in the provider's own tokens, as far as it has reported any. */
export const sizeOfAsking = ({ contextSize, measure }: Pick<Head, 'contextSize' | 'measure'>): number =>
  measure === undefined ? contextSize : Math.ceil((contextSize + measure.fixed) * measure.factor)
