import { batch, createMemo, createRoot, createSignal } from 'solid-js'
import * as z from 'zod/mini'
import type { Display } from '../../../agent/content.ts'
import { artifactShown, placeArtifact } from '../files-shown.ts'

export type Artifact = Extract<Display, { shape: 'artifact' }>

export const ARTIFACT_VIEWS = ['Preview', 'Source', 'Both'] as const
/** `callId`: the call whose version is in view; null: the newest version. */
const Shown = z.object({
  path: z.string(),
  callId: z.nullable(z.string()),
  view: z.catch(z.enum(ARTIFACT_VIEWS), 'Preview'),
})
export type ShownArtifact = z.infer<typeof Shown>

/** The artifact in the panel, of any session; null: nothing readable. */
export const shownArtifact = createRoot(() =>
  createMemo((): (ShownArtifact & { sessionId: string }) | null => {
    const text = artifactShown() ?? ''
    const at = text.indexOf(' ')
    try {
      return { sessionId: text.slice(0, at), ...Shown.parse(JSON.parse(text.slice(at + 1))) }
    } catch {
      return null
    }
  }),
)

const place = (sessionId: string, shown: ShownArtifact): void => placeArtifact(`${sessionId} ${JSON.stringify(shown)}`)

/** Changes the view: another version, or with its source. */
export function changeShown(change: Partial<ShownArtifact>): void {
  const now = shownArtifact()
  if (now) place(now.sessionId, { path: now.path, callId: now.callId, view: now.view, ...change })
}

/** A card's request to be shown, until the panel has taken it. `from`: the element that gets the focus back. */
type Asked = { artifact: Artifact; runs: boolean; from: Element | null }
const [asked, setAsked] = createSignal<Asked | null>(null)
export const askedArtifact = asked
export const forgetAskedArtifact = (): void => void setAsked(null)

/** Opens it in the panel. `runs`: its scripts run in the card, so they were allowed. */
export function openArtifact(sessionId: string, callId: string, artifact: Artifact, runs: boolean): void {
  // A panel that shows another artifact does not take this request.
  batch(() => {
    setAsked({ artifact, runs, from: document.activeElement })
    place(sessionId, { path: artifact.path, callId, view: shownArtifact()?.view ?? 'Preview' })
  })
}
