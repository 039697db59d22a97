import { createComponent, createMemo, createSignal, type JSX } from 'solid-js'
import { render } from 'solid-js/web'
import { expect, it, onTestFinished } from 'vitest'
import { Dialog } from '../../../../src/ui/base/kit/Dialog.tsx'

/** A button, a box, and a dialog that the button has opened. */
function opened() {
  const root = document.createElement('div')
  const button = document.createElement('button')
  const box = document.createElement('input')
  const place = document.createElement('div')
  root.append(button, box, place)
  document.body.append(root)
  button.focus()
  const [open, setOpen] = createSignal(true)
  const dispose = render(
    () =>
      createMemo(() =>
        open()
          ? createComponent(Dialog, { label: 'A dialog', onClose: () => setOpen(false), children: 'Words' })
          : null,
      ) as unknown as JSX.Element,
    place,
  )
  onTestFinished(() => {
    dispose()
    root.remove()
  })
  const dialog = place.querySelector('dialog') as HTMLDialogElement
  const isTold = new Promise((resolve) => dialog.addEventListener('close', resolve))
  return { button, box, dialog, isTold }
}

it('words that were selected with the mouse, to beside the dialog, closed it, and what was typed in it was gone', async () => {
  const { dialog, isTold } = opened()
  const press = (from: Element): void => {
    from.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    // of a press and a release in two places the parent of both is told
    dialog.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  }
  press(dialog.querySelector('h2') as Element)
  expect(dialog.open).toBe(true)
  press(dialog)
  await isTold
  expect(dialog.open).toBe(false)
})

it('what was typed right after a dialog was closed went to the button that had opened it', async () => {
  const { box, dialog, isTold } = opened()
  dialog.close()
  box.focus()
  await isTold
  expect(document.activeElement).toBe(box)
})

it('the focus goes back to where it was, also when the dialog goes with what has it', async () => {
  const { button, dialog, isTold } = opened()
  expect(dialog.contains(document.activeElement)).toBe(true)
  dialog.close()
  await isTold
  expect(document.activeElement).toBe(button)
})

it('the focus fell to the body when the window had become too narrow for what had opened a dialog: it goes to the main part', async () => {
  const { button, dialog, isTold } = opened()
  const main = document.createElement('main')
  main.id = 'main'
  main.tabIndex = -1
  button.after(main)
  button.hidden = true
  dialog.close()
  await isTold
  expect(document.activeElement).toBe(main)
})
