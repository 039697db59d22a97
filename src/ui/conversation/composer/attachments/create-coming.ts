import { type Accessor, batch, createSignal, onCleanup, onMount } from 'solid-js'
import { useApp } from '../../../base/state/app-context.ts'
import { usePut } from '../../../base/state/attach.ts'
import type { Attached } from '../../../base/state/drafts.ts'
import { messageOf } from '../../../base/state/message-of.ts'
import { t } from '../../../base/words/t.ts'
import { MOST_FILES } from './most-files.ts'
import { prepareFile } from './prepare-file.ts'
import { weigh } from './too-heavy.ts'
import { makeUnfinished } from './unfinished.ts'

/** A file that is being prepared, or could not be taken: `problem` says why. */
type Coming = { key: string; name: string; problem: string | null; signal: AbortSignal; stop: () => void }

const LEFT = 'It wasn’t ready when you left this page. Attach it again.'
/** Largest file kept while it is prepared, in bytes. */
const MOST_KEPT = 50_000_000

function begun(key: string, name: string): Coming {
  const controller = new AbortController()
  return { key, name, problem: null, signal: controller.signal, stop: () => controller.abort() }
}

/** Files that are being prepared for attaching. Work in progress is stopped when the component goes. */
export function createComing(props: {
  /** Id of the message. */
  id: string
  /** Number of files that are already attached. */
  attached: () => number
  onReady: (attached: Attached) => void
  /**
   * Called after ready files were handed over. `failure`: why a message that needs all of them is not sent, in words;
   * '': all could be taken.
   */
  onPreparing: (preparing: boolean, failure: string) => void
}): {
  coming: Accessor<readonly Coming[]>
  /** `ended`: see Taker. */
  takeAll: (files: Iterable<File>, ended?: (taken: boolean) => void) => void
  /** Stops preparing the file, or removes its problem. */
  dismiss: (entry: Coming) => void
} {
  const { actions } = useApp()
  const store = usePut()
  const put = async (bytes: File | Uint8Array): Promise<string> => {
    const blob = await store(bytes)
    weigh(blob, bytes instanceof File ? bytes.size : bytes.length)
    return blob
  }
  const unfinished = makeUnfinished(props.id)
  const [coming, setComing] = createSignal<Coming[]>(
    unfinished.left.map(({ key, name, bytes }) =>
      bytes === null ? { key, name, problem: t(LEFT), signal: AbortSignal.abort(), stop: () => {} } : begun(key, name),
    ),
  )
  let gone = false

  const change = (next: Coming[]): void => {
    setComing(next)
    const failed = next.some(({ problem }) => problem !== null)
    props.onPreparing(
      next.some(({ problem }) => problem === null),
      failed ? 'Not sent: a file couldn’t be attached.' : '',
    )
  }
  const announce = (file: File): Coming => {
    const full = props.attached() + coming().filter(({ problem }) => problem === null).length >= MOST_FILES
    const entry: Coming = {
      ...begun(crypto.randomUUID(), file.name || 'file'),
      problem: full ? t('At most {n} files per message.', { n: MOST_FILES }) : null,
    }
    change([...coming(), entry])
    return entry
  }
  const take = async (file: File, { key, problem, signal }: Coming): Promise<void> => {
    const over = (): boolean => gone || signal.aborted
    if (over() || problem !== null) return
    try {
      const ready = await prepareFile(file, put, signal)
      if (over()) return
      unfinished.end(key)
      batch(() => {
        props.onReady(ready)
        change(coming().filter((other) => other.key !== key))
      })
    } catch (error) {
      if (!over()) refuse({ key }, error)
    }
  }
  const refuse = ({ key }: Pick<Coming, 'key'>, error: unknown): void => {
    if (gone) return
    unfinished.end(key)
    change(coming().map((other) => (other.key === key ? { ...other, problem: messageOf(error) } : other)))
  }
  /** Stored bytes outlive this page. A full disk is reported later, when the prepared file is stored. */
  const keepBytes = async (file: File, { key, signal }: Coming): Promise<void> => {
    if (file.size > MOST_KEPT || signal.aborted) return
    unfinished.stored(key, { blob: await store(file), type: file.type })
  }
  /** One file at a time: each may need much memory. */
  let line: Promise<void> = Promise.resolve()
  const enter = (entry: Coming, file: () => Promise<File>): Promise<void> => {
    line = line.then(async () => {
      try {
        await take(await file(), entry)
      } catch (error) {
        refuse(entry, error)
      }
    })
    return line
  }
  onMount(() => {
    if (!coming().some(({ problem }) => problem === null)) return
    change(coming())
    for (const { key, name, bytes } of unfinished.left) {
      const entry = coming().find((each) => each.key === key)
      if (bytes === null || entry === undefined) continue
      void enter(entry, async () => {
        const kept = await actions.blob(bytes.blob)
        if (kept === null) throw new Error(t(LEFT))
        return new File([kept as Uint8Array<ArrayBuffer>], name, { type: bytes.type })
      })
    }
  })
  onCleanup(() => {
    gone = true
    for (const { stop } of coming()) stop()
  })
  return {
    coming,
    takeAll: (files, ended) => {
      for (const file of files) {
        const entry = announce(file)
        // a caller that passes `ended` has the bytes and offers them again
        if (ended === undefined && entry.problem === null) {
          unfinished.begin(entry.key, entry.name)
          keepBytes(file, entry).catch(() => {})
        }
        void enter(entry, async () => file).then(() => ended?.(!gone))
      }
    },
    dismiss: (entry) => {
      entry.stop()
      unfinished.end(entry.key)
      change(coming().filter(({ key }) => key !== entry.key))
    },
  }
}
