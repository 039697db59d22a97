import { createRoot, createSignal } from 'solid-js'
import { keepHere } from '../kit/keep-here.ts'
import { createMedia, NO_ROOM_FOR_FILES } from '../kit/media.ts'
import type { OpenSession } from '../state/ui-state.ts'

const HIDDEN = 'reflexor:files-hidden'
const ARTIFACT = 'reflexor:artifact'
const noRoom = createRoot(() => createMedia(NO_ROOM_FOR_FILES))
/**
 * What the person chose where there is room for the panel, if it is not what would be there anyway; '': nothing. '1': it is put away, in every
 * session. Else the one session where it was opened without a file: an empty panel is no news to the others. It outlives a reload. By itself the
 * panel is there as soon as there is a file to be seen.
 */
const [hidden, setHidden] = createSignal(localStorage.getItem(HIDDEN) ?? '')
/** The session whose files were asked for, by a press on one of them or where there is no room beside the conversation: they go with it. */
const [asked, setAsked] = createSignal<string>()

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

/** Whether the files of the open session are to be seen. */
export const filesShown = ({ id, hasFiles }: OpenSession): boolean =>
  !isArtifactOf(id) && (asked() === id || (!noRoom() && (hidden() === id || (hasFiles && hidden() !== '1'))))
/** They come before an artifact, which goes. */
export function showFiles(id?: string): void {
  placeArtifact('')
  setAsked(id)
}
export function chooseFiles(shown: boolean, { id, hasFiles }: OpenSession): void {
  if (shown) placeArtifact('')
  setAsked(shown && noRoom() ? id : undefined)
  if (!noRoom()) keepHere(HIDDEN, setHidden(shown === hasFiles ? '' : shown ? id : '1'))
}

type Dropped = { sessionId: string | undefined; items: (FileSystemEntry | File)[] }
/** What was dropped onto the page for this session; the panel takes it over and forgets it. */
export const [droppedOntoPage, setDropped] = createSignal<Dropped | null>(null)
