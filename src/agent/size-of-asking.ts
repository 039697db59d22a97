import type { Head } from './head.ts'

/** What the next asking weighs at the provider, in its own tokens as far as it has reported any. */
export const sizeOfAsking = ({ contextSize, measure }: Pick<Head, 'contextSize' | 'measure'>): number =>
  measure === undefined ? contextSize : Math.ceil((contextSize + measure.fixed) * measure.factor)
