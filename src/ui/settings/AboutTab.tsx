import './about-tab.css'
import type { JSX } from 'solid-js'
import { AGENT_VERSION } from '../../agent/version.ts'
import { parts, t } from '../base/words/t.ts'

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
          'There is no server. Sessions, files and keys stay in this browser. What you write goes only to the provider you chose. A closed tab stops working and picks up where it was when you come back.',
        )}
      </p>
      <p>
        {parts(
          'Anything else served at {address} shares this storage, including keys. Host the app on its own origin.',
          { address: <strong>{location.origin}</strong> },
        )}
      </p>
      <p>
        {parts('Stuck at every start? {open}: nothing runs there.', {
          open: <a href="#/safe">{t('Open in safe mode')}</a>,
        })}
      </p>
      <p class="hint">{t('Agent version {version}. MIT licence.', { version: AGENT_VERSION })}</p>
    </div>
  )
}
