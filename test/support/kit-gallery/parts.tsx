import { createSignal, createUniqueId, For, type JSX, Show } from 'solid-js'
import Archive from '~icons/lucide/archive'
import Ellipsis from '~icons/lucide/ellipsis'
import { Dialog } from '../../../src/ui/base/kit/Dialog.tsx'
import { Drawer } from '../../../src/ui/base/kit/Drawer.tsx'
import { EditedList } from '../../../src/ui/base/kit/EditedList.tsx'
import { Field } from '../../../src/ui/base/kit/Field.tsx'
import { IconButton } from '../../../src/ui/base/kit/IconButton.tsx'
import { LineField } from '../../../src/ui/base/kit/LineField.tsx'
import { Menu } from '../../../src/ui/base/kit/Menu.tsx'
import { NamedForm } from '../../../src/ui/base/kit/NamedForm.tsx'
import { TextField } from '../../../src/ui/base/kit/TextField.tsx'
import { VisibleText } from '../../../src/ui/base/kit/VisibleText.tsx'

/** The parts of the kit, each in its states. */

const SIZES = ['text-xs', 'text-s', 'text-m', 'text-l', 'text-xl', 'text-2xl']
const KINDS = ['', 'primary', 'ghost', 'small', 'small primary', 'small ghost', 'large', 'large primary']

export function Part(props: { name: string; children: JSX.Element }): JSX.Element {
  return (
    <section class="kit-part">
      <h2>{props.name}</h2>
      {props.children}
    </section>
  )
}

export function Buttons(): JSX.Element {
  return (
    <Part name="Buttons">
      <For each={KINDS}>
        {(kind) => (
          <div class="row">
            <button type="button" class={`button ${kind}`}>
              {kind || 'plain'}
            </button>
            <button type="button" class={`button ${kind}`} disabled>
              disabled
            </button>
          </div>
        )}
      </For>
      <div class="row">
        <IconButton label="At rest">
          <Archive size={18} />
        </IconButton>
        <IconButton label="Pressed" aria-pressed={true}>
          <Archive size={18} />
        </IconButton>
        <IconButton label="Disabled" disabled>
          <Archive size={18} />
        </IconButton>
        <Menu
          label="A menu"
          icon={<Ellipsis size={18} />}
          items={[
            { label: 'One', run: () => {} },
            { label: 'Dangerous', run: () => {}, danger: true },
          ]}
        />
        <span class="badge">Badge</span>
      </div>
    </Part>
  )
}

export function Fields(): JSX.Element {
  const [words, setWords] = createSignal('Typed')
  const id = createUniqueId()
  return (
    <Part name="Fields">
      <TextField label="Empty" value="" placeholder="For example this" hint="A hint." onInput={setWords} />
      <TextField label="Filled" value={words()} onInput={setWords} />
      <TextField label="Secret" value="sk-123" secret onInput={setWords} />
      <TextField label="Wrong" value="x" problem="This isn’t an address." onInput={setWords} />
      <Field label="Many lines" problem="It is empty.">
        {(ids) => (
          <textarea
            id={ids.id}
            class="input"
            rows="3"
            aria-describedby={ids.describedBy}
            aria-invalid={ids.invalid}
            placeholder="What is to be written"
          />
        )}
      </Field>
      <LineField label="In a line" value="12" invalid={false} placeholder="" whole onChange={setWords} />
      <LineField label="In a line, wrong" value="-" invalid={true} placeholder="" onChange={setWords} />
      <label class="choice-line">
        <span>A choice</span>
        <select class="select small">
          <option>The first</option>
          <optgroup label="A group">
            <option>The second</option>
            <option disabled>Not now</option>
          </optgroup>
        </select>
      </label>
      <div class="row">
        <select class="select" aria-label="As high as a button">
          <option>A select</option>
        </select>
        <select class="select bare" aria-label="As words">
          <option>Reads as words</option>
        </select>
        <select class="select" aria-label="Disabled" disabled>
          <option>Disabled</option>
        </select>
      </div>
      <label class="check">
        <input type="checkbox" checked />
        <span>Checked</span>
      </label>
      <label class="check">
        <input type="radio" name={id} />
        <span>One of several</span>
      </label>
    </Part>
  )
}

export function Words(): JSX.Element {
  return (
    <Part name="Words">
      <For each={SIZES}>
        {(size) => <p style={{ 'font-size': `var(--${size})` }}>{size} · Ångström 1,024 · 中文 · 日本語</p>}
      </For>
      <p>
        <VisibleText text={'turned \u202Egnp.exe round'} /> · <a href="#here">The words of a link</a> ·{' '}
        <code>code</code>
      </p>
      <p class="hint">A hint.</p>
      <p class="form-outcome" data-ok="true">
        It works.
      </p>
      <p class="form-outcome" data-ok="false">
        It does not.
      </p>
      <details open>
        <summary>Open</summary>
        <p>What it holds.</p>
      </details>
      <details>
        <summary>Closed</summary>
      </details>
    </Part>
  )
}

export function Boxes(): JSX.Element {
  return (
    <Part name="Boxes">
      <div class="banner">
        A banner.
        <button type="button" class="button small">
          Do
        </button>
      </div>
      <div class="banner bad">A banner of what is broken.</div>
      <div class="link-warning">A warning.</div>
      <ul class="cards">
        <li class="card">
          <span class="card-words">
            <strong>A card</strong>
            <span class="hint">What it is about.</span>
          </span>
          <button type="button" class="button small">
            Edit
          </button>
        </li>
      </ul>
      <EditedList
        label="Things of one's own"
        items={[{ id: 'a', name: 'One of them' }]}
        words={() => 'Its first words.'}
        edit={(name) => `Edit ${name}`}
        delete={(name) => `Delete ${name}`}
        add="Add another"
        fresh={() => ({ id: 'b', name: '' })}
        form={({ onCancel }) => (
          <NamedForm
            label="A form"
            name=""
            placeholder="Its name"
            taken={[]}
            takenWords="It is taken."
            onSave={onCancel}
            onCancel={onCancel}
          >
            {() => null}
          </NamedForm>
        )}
        onKeep={async () => {}}
        onDelete={() => {}}
      />
      <p class="hint" aria-busy="true">
        Loading…
      </p>
      <dl class="facts">
        <dt>A fact</dt>
        <dd>Its value</dd>
      </dl>
    </Part>
  )
}

export function Over(): JSX.Element {
  const [open, setOpen] = createSignal<'dialog' | 'drawer' | null>(null)
  return (
    <Part name="What lies over the page">
      <div class="row">
        <button type="button" class="button" onClick={() => setOpen('dialog')}>
          Dialog
        </button>
        <button type="button" class="button" onClick={() => setOpen('drawer')}>
          Drawer
        </button>
      </div>
      <Show when={open() === 'dialog'}>
        <Dialog label="A dialog" onClose={() => setOpen(null)}>
          <p>Its words.</p>
          <div class="dialog-foot">
            <button type="button" class="button primary">
              Do it
            </button>
          </div>
        </Dialog>
      </Show>
      <Drawer open={open() === 'drawer'} modal={true} side="left" onClose={() => setOpen(null)}>
        <p class="pad">What a drawer holds.</p>
      </Drawer>
    </Part>
  )
}
