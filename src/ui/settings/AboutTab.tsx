import './about-tab.css'
import type { JSX } from 'solid-js'
import { AGENT_VERSION } from '../../agent/version.ts'
import { parts, t } from '../words/t.ts'

export function AboutTab(): JSX.Element {
  return (
    <div class="about">
      <p>
        {parts('{name} is an AI agent that lives in your browser and never loses its place.', {
          name: <strong>Reflexor</strong>,
        })}
      </p>
      <p>
        {t(
          'It has no server. Sessions, files and keys stay in this browser; what you write goes to the provider that you chose, and to nobody else. A closed tab does not go on working: it picks up where it was when you come back.',
        )}
      </p>
      <p>
        {parts(
          'Whatever else is served at {address} shares this storage, keys included: the app belongs on an origin of its own.',
          { address: <strong>{location.origin}</strong> },
        )}
      </p>
      <p>
        {parts('Something stuck at every start? {open}, where nothing runs.', {
          open: <a href="#/safe">{t('Open in safe mode')}</a>,
        })}
      </p>
      <p class="hint">{t('Agent version {version}. MIT licence.', { version: AGENT_VERSION })}</p>
    </div>
  )
}
