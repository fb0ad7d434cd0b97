import { createCipheriv, createDecipheriv, randomBytes, randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const random = (length: number) => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

export const makeAccessKey = () => random(20)
export const makeSecretKey = () => random(40)

const algorithm = 'aes-256-gcm'
/** Bytes. */
const ivLength = 12
const tagLength = 16

/** In base64: nonce, tag, text. Bound to its access key, so that rows cannot be exchanged. */
export function encryptSecret(key: Uint8Array, accessKey: string, secret: string): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(accessKey))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
}

/** Throws where the text was encrypted by another key or for another access key. */
export function decryptSecret(key: Uint8Array, accessKey: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64')
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength))
    .setAAD(Buffer.from(accessKey))
    .setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
  return Buffer.concat([decipher.update(bytes.subarray(ivLength + tagLength)), decipher.final()]).toString(
    'utf8',
  )
}
