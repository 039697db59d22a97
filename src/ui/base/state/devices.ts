import { useAsk } from './ask.ts'

/**
 * The sync storage of the person's devices. All reject with an Error whose message is for the person. A secret that is
 * missing from the fields means the stored one.
 */
export function useDevices() {
  const ask = useAsk()
  return {
    view: () => ask({ kind: 'get-devices' }),
    test: (engine: string, fields: Record<string, string>) => ask({ kind: 'test-storage', engine, fields }),
    connect: (engine: string, fields: Record<string, string>, name?: string) =>
      ask({ kind: 'connect-storage', engine, fields, ...(name && { name }) }),
    readCode: (code: string, passphrase: string) => ask({ kind: 'read-code', code, passphrase }),
    connectByCode: (code: string, passphrase: string, name?: string) =>
      ask({ kind: 'connect-by-code', code, passphrase, ...(name && { name }) }),
    makeCode: (passphrase: string) => ask({ kind: 'make-code', passphrase }),
    pause: (paused: boolean) => ask({ kind: 'pause-storage', paused }),
    forget: () => ask({ kind: 'forget-storage' }),
    known: () => ask({ kind: 'list-devices' }),
    nameThis: (name: string) => ask({ kind: 'name-device', name }),
    remove: (device: string) => ask({ kind: 'remove-device', device }),
    shareOnlyChosen: (onlyChosen: boolean) => ask({ kind: 'choose-shared', onlyChosen }),
    lendProviders: (lendsProviders: boolean) => ask({ kind: 'choose-shared', lendsProviders }),
    sharingOf: (sessionId: string) => ask({ kind: 'session-sharing', sessionId }),
    lateResult: (sessionId: string, toolCallId: string, attempt: number) =>
      ask({ kind: 'late-result', sessionId, toolCallId, attempt }),
    measure: () => ask({ kind: 'measure-storage' }),
    empty: () => ask({ kind: 'empty-storage' }),
  }
}
