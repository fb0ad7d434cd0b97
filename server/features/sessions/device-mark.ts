import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sessionEndpoints } from '../../../contract/sessions.ts'

const name = 'kenshin_device'
/** Days without a sign-in after which a device is a stranger again; browsers keep no cookie for longer than 400. */
export const markDays = 400

/** Bytes: half of a mark is random, the other half shows that we made it. */
const half = 16
const macOf = (key: Uint8Array, random: Uint8Array) =>
  createHmac('sha256', key).update(random).digest().subarray(0, half)

/** Shows at the next sign-in that this device signed in before. It opens nothing by itself. */
export function createMark(key: Uint8Array): string {
  const random = randomBytes(half)
  return Buffer.concat([random, macOf(key, random)]).toString('base64url')
}

/** Whether the mark was given to a device that had signed in; asks nobody, so that a flood costs nothing. */
export function isValidMark(key: Uint8Array, mark: string): boolean {
  const bytes = Buffer.from(mark, 'base64url')
  return (
    bytes.length === 2 * half && timingSafeEqual(macOf(key, bytes.subarray(0, half)), bytes.subarray(half))
  )
}

export const hashMark = (mark: string): string => createHash('sha256').update(mark).digest('hex')

/** The mark in a `cookie` header; null where there is none as we make them. */
export const parseMarkCookie = (cookies: string | undefined): string | null =>
  new RegExp(`(?:^|; *)${name}=([\\w-]{43})(?:;|$)`).exec(cookies ?? '')?.[1] ?? null

/** A `set-cookie` header; sent back to sign-in only, and never from a page of another site. */
export const serializeMarkCookie = (mark: string, secure: boolean): string =>
  [
    `${name}=${mark}`,
    `Path=${sessionEndpoints.login.path}`,
    `Max-Age=${markDays * 86_400}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ')
