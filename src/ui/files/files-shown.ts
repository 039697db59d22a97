import { createRoot, createSignal } from 'solid-js'
import { keepHere } from '../base/kit/keep-here.ts'
import { createMedia, NO_ROOM_FOR_FILES } from '../base/kit/media.ts'
import type { OpenSession } from '../base/state/ui-state.ts'

const HIDDEN = 'reflexor:files-hidden'
const ARTIFACT = 'reflexor:artifact'
const noRoom = createRoot(() => createMedia(NO_ROOM_FOR_FILES))
/**
 * The person's choice where the panel has room, if it differs from the default; '': none. '1': closed, in every
 * session. Otherwise the id of the session where it was opened without a file: other sessions keep the default. It
 * outlives a reload. By default the panel is open as soon as there is a file.
 */
const [hidden, setHidden] = createSignal(localStorage.getItem(HIDDEN) ?? '')
/**
 * The session whose files were asked for, by a press on a file or where the conversation leaves no room beside it: they
 * close with it.
 */
const [asked, setAsked] = createSignal<string>()

/**
 * The artifact in the place of the files, also after a reload: the id of its session, a space, and the rest, which
 * artifacts/artifact-shown.ts reads.
 */
const [artifact, setArtifact] = createSignal(localStorage.getItem(ARTIFACT))
export const artifactShown = artifact
/** Whether it belongs to session `id`: no other session has its place taken. */
export const isArtifactOf = (id?: string): boolean | undefined => artifact()?.startsWith(`${id} `)
/** '': none. */
export const placeArtifact = (shown: string): void => keepHere(ARTIFACT, setArtifact(shown))

/** Whether the files of the open session are shown. */
export const filesShown = ({ id, hasFiles }: OpenSession): boolean =>
  !isArtifactOf(id) && (asked() === id || (!noRoom() && (hidden() === id || (hasFiles && hidden() !== '1'))))
/** Replaces an artifact. */
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
/** Files dropped onto the page for this session; the panel takes and clears them. */
export const [droppedOntoPage, setDropped] = createSignal<Dropped | null>(null)
