import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sessionEndpoints } from '../../../contract/sessions.ts'

const name = 'kenshin_device'
/** Days without a sign-in; browsers keep cookies no longer than 400. */
export const markDays = 400

/** Bytes: one half is random, the other a MAC. */
const halfLength = 16
const macOf = (key: Uint8Array, random: Uint8Array) =>
  createHmac('sha256', key).update(random).digest().subarray(0, halfLength)

/** Identifies a device that signed in before; grants nothing by itself. */
export function createMark(key: Uint8Array): string {
  const random = randomBytes(halfLength)
  return Buffer.concat([random, macOf(key, random)]).toString('base64url')
}

/** Checked without the database, so that a flood costs nothing. */
export function isValidMark(key: Uint8Array, mark: string): boolean {
  const bytes = Buffer.from(mark, 'base64url')
  return (
    bytes.length === 2 * halfLength &&
    timingSafeEqual(macOf(key, bytes.subarray(0, halfLength)), bytes.subarray(halfLength))
  )
}

export const hashMark = (mark: string): string => createHash('sha256').update(mark).digest('hex')

/** Null without a well-formed mark in the `cookie` header. */
export const parseMarkCookie = (cookies: string | undefined): string | null =>
  new RegExp(`(?:^|; *)${name}=([\\w-]{43})(?:;|$)`).exec(cookies ?? '')?.[1] ?? null

/** A `set-cookie` header, sent to the sign-in only, and never cross-site. */
export const serializeMarkCookie = (mark: string, secure: boolean): string =>
  [
    `${name}=${mark}`,
    `Path=${sessionEndpoints.login.path}`,
    `Max-Age=${markDays * 86_400}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ')
