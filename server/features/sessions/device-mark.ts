import { createHash, randomBytes } from 'node:crypto'
import { sessionEndpoints } from '../../../contract/sessions.ts'

const name = 'kenshin_device'
/** Days without a sign-in after which a device is a stranger again; browsers keep no cookie for longer than 400. */
export const markDays = 400

/** Shows at the next sign-in that this device signed in before. It opens nothing by itself. */
export const makeMark = (): string => randomBytes(32).toString('base64url')

export const hashMark = (mark: string): string => createHash('sha256').update(mark).digest('hex')

/** The mark in a `cookie` header; null where there is none as we make them. */
export const readMark = (cookies: string | undefined): string | null =>
  new RegExp(`(?:^|; *)${name}=([\\w-]{43})(?:;|$)`).exec(cookies ?? '')?.[1] ?? null

/** A `set-cookie` header; sent back to sign-in only, and never from a page of another site. */
export const markCookie = (mark: string, secure: boolean): string =>
  [
    `${name}=${mark}`,
    `Path=${sessionEndpoints.login.path}`,
    `Max-Age=${markDays * 86_400}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ')
