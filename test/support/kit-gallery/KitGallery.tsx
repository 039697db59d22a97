import '../../../src/ui/base/styles/main.css'
import '../../../src/ui/base/kit/banner.css'
import '../../../src/ui/base/kit/button.css'
import '../../../src/ui/base/kit/card.css'
import '../../../src/ui/base/kit/choice-line.css'
import '../../../src/ui/base/kit/facts.css'
import '../../../src/ui/base/kit/field.css'
import '../../../src/ui/base/kit/form-outcome.css'
import '../../../src/ui/base/kit/link-warning.css'
import '../../../src/ui/base/kit/select.css'
import './kit-gallery.css'
import { For, type JSX } from 'solid-js'
import { Boxes, Buttons, Fields, Over, Part, Words } from './parts.tsx'

/**
 * Every part of the kit in every state, light next to dark, for a look by eye: `vite`, then /test/support/kit-gallery/.
 * Not shipped.
 */

const COLOURS = [
  ...[
    'ground',
    'ground-side',
    'ground-raised',
    'ground-soft',
    'ground-hover',
    'line',
    'line-strong',
    'ink',
    'ink-soft',
  ],
  ...['accent', 'accent-ground', 'accent-soft', 'good', 'good-soft', 'warn', 'warn-soft', 'bad', 'bad-soft', 'found'],
]

export function KitGallery(): JSX.Element {
  return (
    <main class="kit-gallery">
      <h1>Every part of the kit</h1>
      <For each={['light', 'dark'] as const}>
        {(scheme) => (
          <section class="kit-side" aria-label={scheme} data-scheme={scheme}>
            <Part name={`Colours, ${scheme}`}>
              <ul class="colours">
                <For each={COLOURS}>
                  {(name) => (
                    <li>
                      <span style={{ background: `var(--${name})` }} />
                      {name}
                    </li>
                  )}
                </For>
              </ul>
            </Part>
            <Words />
            <Buttons />
            <Fields />
            <Boxes />
            <Over />
          </section>
        )}
      </For>
    </main>
  )
}
