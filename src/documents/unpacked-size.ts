import { Unzip, UnzipInflate } from 'fflate'

/** What a zip really unpacks to, in bytes, counted without keeping any of it; stops counting above `most`. null: it is no zip, or damaged. */
export async function unpackedSize(bytes: Uint8Array, most: number): Promise<number | null> {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return null
  let size = 0
  let broken = false
  const unzip = new Unzip((file) => {
    file.ondata = (error, data) => {
      if (error) broken = true
      else size += data.length
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  // a thousand bytes may be a million unpacked
  const STEP = 1024
  try {
    for (let at = 0; at < bytes.length && size <= most && !broken; at += STEP)
      unzip.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length)
  } catch {
    // packed in a way that nobody here unpacks
    return null
  }
  return broken ? null : size
}
