/**
 * Bounds the memory that the libraries of this thread allocate. No browser limits a worker or tells it what it uses, so
 * large blocks are counted here until they are collected. Call it before the library's code runs.
 */

/** Bytes of one block: a picture of 64 million pixels, the largest that is drawn. */
const MOST_AT_ONCE = 260_000_000
/** Bytes of all large blocks that are not yet collected. */
const MOST_TOGETHER = 500_000_000
/** Smaller blocks are not counted. */
const LARGE = 65_536

type Sized = { new (...given: unknown[]): ArrayBufferView | ArrayBuffer; BYTES_PER_ELEMENT?: number }

const NAMES = ['ArrayBuffer', 'Uint8Array', 'Uint8ClampedArray', 'Int8Array', 'Uint16Array', 'Int16Array'] as const
const WIDE = ['Uint32Array', 'Int32Array', 'Float32Array', 'Float64Array'] as const

/** `exceeded` is called once. From then on every large block fails with a RangeError. */
export function guardMemory(exceeded: () => void, target: object = globalThis): void {
  const scope = target as Record<string, Sized>
  let together = 0
  let isOver = false
  const collected = new FinalizationRegistry<number>((bytes) => {
    together -= bytes
  })
  const refuse = (): never => {
    if (!isOver) exceeded()
    isOver = true
    throw new RangeError('More memory than one file may take.')
  }
  const take = (bytes: number): void => {
    if (isOver || bytes > MOST_AT_ONCE || together + bytes > MOST_TOGETHER) refuse()
    together += bytes
  }
  const counted = (bytes: number, make: () => object): object => {
    if (bytes < LARGE) return make()
    take(bytes)
    const made = make()
    collected.register(made, bytes)
    return made
  }

  for (const name of [...NAMES, ...WIDE]) {
    const native = scope[name]
    if (native === undefined) continue
    const width = native.BYTES_PER_ELEMENT ?? 1
    scope[name] = new Proxy(native, {
      construct: (made, given: unknown[], newTarget) =>
        counted(bytesOf(given[0], width), () => Reflect.construct(made, given, newTarget)),
    })
  }

  // it unpacks into blocks that are not counted
  const { DecompressionStream: Native } = globalThis
  scope['DecompressionStream'] = class {
    readonly readable: ReadableStream
    readonly writable: WritableStream
    constructor(format: CompressionFormat) {
      const native = new Native(format)
      let unpacked = 0
      const counting = new TransformStream<Uint8Array, Uint8Array>({
        transform: (piece, controller) => {
          unpacked += piece.length
          if (unpacked > MOST_AT_ONCE) refuse()
          controller.enqueue(piece)
        },
      })
      this.writable = native.writable
      this.readable = (native.readable as ReadableStream<Uint8Array>).pipeThrough(counting)
    }
  } as unknown as Sized

  const { grow } = WebAssembly.Memory.prototype
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * PAGE > MOST_AT_ONCE) refuse()
    return grow.call(this, pages)
  }
}

/** Bytes of a WebAssembly memory page. */
const PAGE = 65_536

/** Bytes that a block takes; 0 for a view of a block that was counted. */
function bytesOf(given: unknown, width: number): number {
  if (typeof given === 'number') return given * width
  if (Array.isArray(given)) return given.length * width
  return ArrayBuffer.isView(given) ? given.byteLength : 0
}
