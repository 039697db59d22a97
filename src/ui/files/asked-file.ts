import { createSignal } from 'solid-js'
import { showFiles } from './files-shown.ts'

/** The file that a press elsewhere asked to see; the panel takes and clears it. */
const [asked, setAsked] = createSignal<string | null>(null)
export const askedFile = asked
export const forgetAskedFile = (): void => void setAsked(null)

/** Contract: session `id` is open. */
export function showFile(path: string, id?: string): void {
  setAsked(path)
  showFiles(id)
}
