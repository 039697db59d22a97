import { createRoot, createSignal } from 'solid-js'
import { keepHere } from '../kit/keep-here.ts'
import { createMedia, NO_ROOM_FOR_FILES } from '../kit/media.ts'

const HIDDEN = 'reflexor:files-hidden'
const ARTIFACT = 'reflexor:artifact'
/** Whether the files panel is shown: where there is room for it, unless the person chose otherwise. That they do not want it outlives a reload. */
const noRoom = createRoot(() => createMedia(NO_ROOM_FOR_FILES))
const [chosen, setChosen] = createSignal<boolean | null>(localStorage.getItem(HIDDEN) === null ? null : false)

/**
 * The artifact that stands in the place of the files, also after a reload: the id of its session, a space, and the rest, which
 * artifacts/artifact-shown.ts reads.
 */
const [artifact, setArtifact] = createSignal(localStorage.getItem(ARTIFACT))
export const artifactShown = artifact
/** Whether it is one of session `id`: no other session has its place taken. */
export const isArtifactOf = (id?: string): boolean | undefined => artifact()?.startsWith(`${id} `)
/** '': none. */
export const placeArtifact = (shown: string): void => keepHere(ARTIFACT, setArtifact(shown))

/** Whether the files of session `id` are to be seen. */
export const filesShown = (id?: string): boolean => !isArtifactOf(id) && (chosen() ?? !noRoom())
/** They come before an artifact, which goes. */
export function showFiles(): void {
  placeArtifact('')
  setChosen(true)
}
export function chooseFiles(shown: boolean): void {
  if (shown) placeArtifact('')
  setChosen(shown)
  keepHere(HIDDEN, shown ? '' : '1')
}

type Dropped = { sessionId: string | undefined; items: (FileSystemEntry | File)[] }
/** What was dropped onto the page for this session; the panel takes it over and forgets it. */
export const [droppedOntoPage, setDropped] = createSignal<Dropped | null>(null)
