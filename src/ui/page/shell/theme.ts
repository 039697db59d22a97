import type { Preferences } from '../../../settings/preferences.ts'
import { setSendKey } from '../../base/kit/is-send.ts'

type Looks = Pick<Preferences, 'theme' | 'textSize' | 'chatWidth' | 'sendKey'>

/** Applies the chosen looks to the document, and the key that sends. The usual choice leaves no mark. */
export function applyLooks({ theme, textSize, chatWidth, sendKey }: Looks): void {
  const { dataset } = document.documentElement
  const marks = { theme: [theme, 'system'], textSize: [textSize, 'normal'], chatWidth: [chatWidth, 'normal'] } as const
  for (const [name, [value, usual]] of Object.entries(marks)) {
    if (value === usual) delete dataset[name]
    else dataset[name] = value
  }
  setSendKey(sendKey)
}
