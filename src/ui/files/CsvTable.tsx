import './csv-table.css'
import { createMemo, For, type JSX, Show } from 'solid-js'
import { t } from '../base/words/t.ts'
import { guessSeparator, parseCsv } from './csv.ts'

const MOST = 300
const WIDEST = 100

/** A CSV or TSV file as a table; its first row is the heading. */
export default function CsvTable(props: { text: string; path: string }): JSX.Element {
  const table = createMemo(() => parseCsv(props.text, guessSeparator(props.text, props.path), MOST, WIDEST))
  return (
    <>
      <section class="table-scroll csv" tabindex="0" aria-label={t('Table')}>
        <table>
          <thead>
            <tr>
              <For each={table().rows[0] ?? []}>{(cell) => <th scope="col">{cell}</th>}</For>
            </tr>
          </thead>
          <tbody>
            <For each={table().rows.slice(1)}>
              {(row) => (
                <tr>
                  <For each={row}>{(cell) => <td>{cell}</td>}</For>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </section>
      <Show when={table().more || table().wide}>
        <p class="hint">
          {table().more ? `${t('The first {n} rows.', { n: MOST - 1 })} ` : ''}
          {table().wide ? `${t('The first {n} columns.', { n: WIDEST })} ` : ''}
          {t('Download the file to see all.')}
        </p>
      </Show>
    </>
  )
}
