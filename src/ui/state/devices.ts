import { useAsk } from './ask.ts'

/**
 * The storage that the person's devices share. Each rejects with an Error whose message is a sentence for them. A secret field that is not
 * among the fields: the stored one.
 */
export function useDevices() {
  const ask = useAsk()
  return {
    view: () => ask({ kind: 'get-devices' }),
    test: (engine: string, fields: Record<string, string>) => ask({ kind: 'test-storage', engine, fields }),
    connect: (engine: string, fields: Record<string, string>) => ask({ kind: 'connect-storage', engine, fields }),
    readCode: (code: string, passphrase: string) => ask({ kind: 'read-code', code, passphrase }),
    connectByCode: (code: string, passphrase: string) => ask({ kind: 'connect-by-code', code, passphrase }),
    makeCode: (passphrase: string) => ask({ kind: 'make-code', passphrase }),
    pause: (paused: boolean) => ask({ kind: 'pause-storage', paused }),
    forget: () => ask({ kind: 'forget-storage' }),
  }
}
