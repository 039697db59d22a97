import './about-tab.css'
import type { JSX } from 'solid-js'
import { AGENT_VERSION } from '../../agent/version.ts'

export function AboutTab(): JSX.Element {
  return (
    <div class="about">
      <p>
        <strong>Reflexor</strong> is an AI agent that lives in your browser and never loses its place.
      </p>
      <p>
        It has no server. Sessions, files and keys stay in this browser; what you write goes to the provider that you
        chose, and to nobody else. A closed tab does not go on working: it picks up where it was when you come back.
      </p>
      <p>
        Whatever else is served at <strong>{location.origin}</strong> shares this storage, keys included: the app
        belongs on an origin of its own.
      </p>
      <p>
        Something stuck at every start? <a href="#/safe">Open in safe mode</a>, where nothing runs.
      </p>
      <p class="hint">Agent version {AGENT_VERSION}. MIT licence.</p>
    </div>
  )
}
