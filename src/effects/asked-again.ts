import type { AnswerBlock, Failure } from '../agent/content.ts'
import { sizeOfBlocks } from '../agent/size.ts'

/** Whether an answer that has broken off may be asked for again, and so paid for again, without the person's word. Comes late (worker/ports/asking-code.ts). */

/** Why the person has to say the word before this much is paid for again; null: they need not. */
export async function tooLongToRepeat(
  content: AnswerBlock[],
  { askBeforeAgainAbove }: { askBeforeAgainAbove: () => Promise<number | null> },
): Promise<Failure | null> {
  const size = sizeOfBlocks(content)
  const limit = await askBeforeAgainAbove()
  if (limit === null || size <= limit) return null
  const message = `This answer broke off after about ${size.toLocaleString('en')} tokens. Asking again costs them again, so Reflexor waits for your word (Settings > Models).`
  return { kind: 'interrupted', message }
}
