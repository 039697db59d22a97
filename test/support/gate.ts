/** A gate that a test opens when it has seen what it waits for: code that awaits `opened` waits until then. */
export type Gate = { opened: Promise<void>; open: () => void }

export function makeGate(): Gate {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
