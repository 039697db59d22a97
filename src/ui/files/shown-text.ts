import { fileSize } from '../base/kit/file-size.ts'
import { t } from '../base/words/t.ts'

/** Most bytes of text that are shown; the download has the rest. */
const SHOWN = 200_000

/** `more`: bytes that are not shown. */
export type ShownText = { text: string; more: number }

/** The text of a file, as far as it is shown. */
export const shownText = (bytes: Uint8Array): ShownText => ({
  text: new TextDecoder().decode(bytes.subarray(0, SHOWN)),
  more: Math.max(0, bytes.length - SHOWN),
})

/** Ends with a line about what is not shown, if anything. */
export const withRest = ({ text, more }: ShownText): string =>
  more === 0 ? text : `${text}\n${t('… {size} more: download the file to see all.', { size: fileSize(more) })}`
