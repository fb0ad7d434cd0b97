import * as z from 'zod/mini'
import { id } from '../contract/calls/wire.ts'

/*
 * An export that only an administrator of the organization can import (decision 108): each file is encrypted with
 * AES-256-GCM, its name authenticated, and `sealed.json` has the key as the server encrypted it.
 */

export const sealName = 'sealed.json'

export const sealFile = z.object({ organization_id: id, sealed_key: z.string() })

/** Bytes of the nonce in front of each encrypted file. */
const nonceLength = 12

const parametersOf = (nonce: Uint8Array<ArrayBuffer>, name: string) => ({
  name: 'AES-GCM',
  iv: nonce,
  additionalData: new TextEncoder().encode(name),
})

/** `key`: 32 bytes in base64. */
export const sealKeyOf = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    'raw',
    Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)),
    'AES-GCM',
    false,
    ['encrypt', 'decrypt'],
  )

/** Nonce, then cipher text with tag. */
export async function sealBytes(
  key: CryptoKey,
  name: string,
  bytes: ArrayBuffer | Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceLength))
  const encrypted = new Uint8Array(await crypto.subtle.encrypt(parametersOf(nonce, name), key, bytes))
  const sealed = new Uint8Array(nonceLength + encrypted.length)
  sealed.set(nonce)
  sealed.set(encrypted, nonceLength)
  return sealed
}

/** @throws DOMException `OperationError` if it was changed, renamed, or sealed with another key. */
export function unsealBytes(key: CryptoKey, name: string, sealed: ArrayBuffer): Promise<ArrayBuffer> {
  const nonce = new Uint8Array(sealed.slice(0, nonceLength))
  return crypto.subtle.decrypt(parametersOf(nonce, name), key, sealed.slice(nonceLength))
}
