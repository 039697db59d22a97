/** AES-GCM for secrets. Owner and origin are authenticated with the ciphertext. */
export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

/** The id of a sealed secret in a place of keys. */
export const sealedId = (ref: string): `sealed:${string}` => `sealed:${ref}`

export async function seal(key: CryptoKey, owner: string, origin: string, secret: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const additionalData = boundTo(owner, origin)
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData },
    key,
    new TextEncoder().encode(secret),
  )
  return { iv, data }
}

/** null: decryption failed, and AES-GCM says no more. */
export async function unseal(
  key: CryptoKey,
  owner: string,
  { origin, iv, data }: Sealed & { origin: string },
): Promise<string | null> {
  try {
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv, additionalData: boundTo(owner, origin) },
      key,
      data,
    )
    return new TextDecoder().decode(plain)
  } catch {
    return null
  }
}

function boundTo(owner: string, origin: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify([owner, origin]))
}
