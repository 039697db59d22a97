import { createRoot, createSignal } from 'solid-js'
import { createMedia, NO_ROOM_FOR_FILES } from '../kit/media.ts'

/** Whether the files panel is shown: where there is room for it, unless the person chose otherwise in this tab. */
const noRoom = createRoot(() => createMedia(NO_ROOM_FOR_FILES))
const [chosen, setChosen] = createSignal<boolean | null>(null)

export const filesShown = (): boolean => chosen() ?? !noRoom()
export const toggleFiles = (): void => void setChosen(!filesShown())
export const hideFiles = (): void => void setChosen(false)

/** The file that somebody asked to see; the panel takes it over and forgets it. */
const [asked, setAsked] = createSignal<string | null>(null)
export const askedFile = asked
export const forgetAskedFile = (): void => void setAsked(null)
/** What was dropped onto the page; the panel takes it over and forgets it. */
const [dropped, setDropped] = createSignal<(FileSystemEntry | File)[]>([])
export const droppedOntoPage = dropped
export const forgetDropped = (): void => void setDropped([])
export function takeDrop(items: (FileSystemEntry | File)[]): void {
  setDropped(items)
  setChosen(true)
}

export function showFile(path: string): void {
  setAsked(path)
  setChosen(true)
}
