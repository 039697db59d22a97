/** A door that a test opens when it has seen what it waits for: who stands before it stands there for as long as that takes. */
export type Gate = { opened: Promise<void>; open: () => void }

export function makeGate(): Gate {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
