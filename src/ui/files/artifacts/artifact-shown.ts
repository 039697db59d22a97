import { batch, createMemo, createRoot, createSignal } from 'solid-js'
import * as z from 'zod/mini'
import type { Display } from '../../../agent/content.ts'
import { artifactShown, placeArtifact } from '../files-shown.ts'

export type Artifact = Extract<Display, { shape: 'artifact' }>

export const ARTIFACT_VIEWS = ['Preview', 'Source', 'Both'] as const
/** `callId`: the call whose version one looks at; null: the newest one, whichever that is. */
const Shown = z.object({
  path: z.string(),
  callId: z.nullable(z.string()),
  view: z.catch(z.enum(ARTIFACT_VIEWS), 'Preview'),
})
export type ShownArtifact = z.infer<typeof Shown>

/** What stands in the panel, of whichever session; null: nothing that can be made out. */
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

/** Looks at it otherwise: at another version, or with its source. */
export function changeShown(change: Partial<ShownArtifact>): void {
  const now = shownArtifact()
  if (now) place(now.sessionId, { path: now.path, callId: now.callId, view: now.view, ...change })
}

/** What a card has asked to be shown, until the panel has taken it over. `from`: where the focus goes back to. */
type Asked = { artifact: Artifact; runs: boolean; from: Element | null }
const [asked, setAsked] = createSignal<Asked | null>(null)
export const askedArtifact = asked
export const forgetAskedArtifact = (): void => void setAsked(null)

/** Opens it in the panel. `runs`: its scripts run where it stands now, so the word for that was given. */
export function openArtifact(sessionId: string, callId: string, artifact: Artifact, runs: boolean): void {
  // a panel that shows another one does not take this over
  batch(() => {
    setAsked({ artifact, runs, from: document.activeElement })
    place(sessionId, { path: artifact.path, callId, view: shownArtifact()?.view ?? 'Preview' })
  })
}
