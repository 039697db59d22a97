import { createRoot, createSignal } from 'solid-js'
import { createMedia, NO_ROOM_FOR_FILES } from '../kit/media.ts'

const HIDDEN = 'reflexor:files-hidden'
/** Whether the files panel is shown: where there is room for it, unless the person chose otherwise. That they do not want it outlives a reload. */
const noRoom = createRoot(() => createMedia(NO_ROOM_FOR_FILES))
const [chosen, setChosen] = createSignal<boolean | null>(localStorage.getItem(HIDDEN) === null ? null : false)

export const filesShown = (): boolean => chosen() ?? !noRoom()
export const toggleFiles = (): void => (filesShown() ? hideFiles() : choose(true))
export const hideFiles = (): void => choose(false)

function choose(shown: boolean): void {
  setChosen(shown)
  try {
    if (shown) localStorage.removeItem(HIDDEN)
    else localStorage.setItem(HIDDEN, '1')
  } catch {
    // a full storage: it is remembered for as long as the tab lives
  }
}

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
