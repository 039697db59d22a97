/** Addresses that are written out in a command line: it can open no others. */

const OPENING = /(?<![\w./-])curl(?![\w./-])[^;|\n]*?(https?:\/\/[^\s<>"'`;|)]+)/g

/** The one address that a command line opens; null: none. Throws words for the model if there are several. */
export function addressOf(command: string): string | null {
  const found = new Set([...command.matchAll(OPENING)].map(([, address = '']) => address))
  if (found.size > 1)
    throw new Error(
      `This command opens ${found.size} addresses. The person is asked about each: open one address in each call of run_shell.`,
    )
  const [address = null] = found
  return address
}
