import { type JSX, Match, Switch } from 'solid-js'
import { readRunLines } from '../../../agent/code-run.ts'
import type { CodeRunBlock } from '../../../agent/content.ts'
import type { ShownBlock } from '../../base/state/shown-answer.ts'
import { t } from '../../base/words/t.ts'
import { BlobImage } from '../../rendering/BlobImage.tsx'
import { CodeRunCard } from './CodeRunCard.tsx'
import { Sources } from './Sources.tsx'

/** Blocks that few answers have: an image made by the model, the sources of the answer, code that was run for it. */
export default function LateBlock(props: { block: ShownBlock; growing: boolean }): JSX.Element {
  return (
    <Switch>
      <Match when={props.block.blob}>
        {(blob) => (
          <BlobImage blob={blob()} mediaType={props.block.mediaType ?? ''} label={t('Image made by the model')} />
        )}
      </Match>
      <Match when={runIn(props.block)}>{(run) => <CodeRunCard run={run()} growing={props.growing} />}</Match>
      <Match when={props.block.sources}>{(sources) => <Sources sources={sources()} />}</Match>
    </Switch>
  )
}

function runIn({ kind, text, language = '', code, output = null, failed }: ShownBlock): CodeRunBlock | null {
  if (kind !== 'code-run') return null
  return code === undefined ? readRunLines(text) : { type: kind, language, code, output, failed }
}
