import { sessionEndpoints, type Tokens } from '../contract/sessions.ts'
import { userEndpoints } from '../contract/users.ts'
import { type Answer, request } from './answers.ts'
import {
  canOpenDatabase,
  type KenshinDatabase,
  type OwnerProof,
  type Session,
  withDatabase,
} from './database.ts'
import type { Owner } from './sendable.ts'
import { waitForLock } from './waitForLock.ts'

export type { Session } from './database.ts'

/**
 * Where a tab keeps its refresh token when the session is not remembered, with the access key it came with: a
 * duplicated tab has a copy, which is spent once the other tab has renewed.
 */
export interface RefreshTokenStore {
  /**
   * The token that came with this access key, or with the one about to replace it; null: none, outdated, or
   * another user's.
   */
  read(access: string): string | null
  /**
   * `renewed`: the access key in the shared session until the new one is stored: the page may be closed in
   * between.
   */
  write(token: string, access: string, renewed?: string): void
}

interface RefreshOptions {
  /** Used when the shared session has no refresh token. A service worker has none. */
  tokenStore?: RefreshTokenStore
  /** Origin of the API; default: the page's own. */
  origin?: string
  signal?: AbortSignal
}

/**
 * `fresh`: another access key than the refused one is valid (perhaps renewed by another tab). `refused`: the
 * server refuses to renew, or there is no refresh token. `unavailable`: no usable answer; retry later.
 */
type Refreshed =
  | { outcome: 'fresh'; session: Session }
  | { outcome: 'refused'; answer: Answer | null }
  | { outcome: 'unavailable'; answer: Answer }

const channelName = 'kenshin-session'
const lockName = 'auth-refresh'
const refreshTimeout = 30_000

/** The session while the database cannot be opened, as in some private windows; undefined: the database has it. */
let held: Session | null | undefined

function hold(session: Session | null): void {
  if (held === undefined) watchSession(holdNewer)
  held = session
}

/** Other tabs have copies of their own, which they renew. */
function holdNewer(session: Session | null): void {
  if (held && session && session.generation > held.generation) held = session
}

/** Stores what is in memory once the database can be opened. False while it cannot. */
async function moveToDatabase(): Promise<boolean> {
  if (!(await canOpenDatabase())) return false
  if (held === undefined) return true
  const moved = held
  held = undefined
  try {
    await withDatabase(async (database) => {
      if (moved === null) await database.delete('session', 'current')
      else await database.put('session', moved, 'current')
    })
  } catch (error) {
    held = moved
    throw error
  }
  return true
}

/** @throws errors of IndexedDB where the database cannot be opened and no session is in memory. */
export async function readSession(): Promise<Session | null> {
  if (!(await moveToDatabase()) && held !== undefined) return held
  return withDatabase(async (database) => sessionIn(await database.get('session', 'current')))
}

const sessionIn = (stored: Session | OwnerProof[] | undefined): Session | null =>
  stored === undefined || Array.isArray(stored) ? null : stored

export async function writeSession(session: Omit<Session, 'generation'>): Promise<void> {
  await replaceSession(() => session)
}

/** Captures stay. */
export async function clearSession(): Promise<void> {
  if (await moveToDatabase()) await withDatabase((database) => database.delete('session', 'current'))
  else hold(null)
  announce(null)
}

/**
 * Calls back with every new session (null: signed out), from any tab or the worker, this one included.
 * Returns the unsubscribe function.
 */
export function watchSession(callback: (session: Session | null) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = (event: MessageEvent<Session | null>) => callback(event.data)
  return () => channel.close()
}

/**
 * Renews the session after the server refused the access key `stale`. A Web Lock serializes pages and worker,
 * and each checks again inside it: one refused key leads to one call. Never removes tokens: signing out is up
 * to the page.
 */
export function refreshSession(stale: string, options: RefreshOptions = {}): Promise<Refreshed> {
  return waitForLock(lockName, async (): Promise<Refreshed> => {
    const session = await readSession()
    if (!session) return { outcome: 'refused', answer: null }
    if (session.access !== stale) return { outcome: 'fresh', session }
    return exchange(session, {}, options)
  })
}

/** Renews the session into another organization of the same user. */
export function exchangeForOrganization(
  organizationName: string,
  options: RefreshOptions = {},
): Promise<Refreshed> {
  return waitForLock(lockName, async (): Promise<Refreshed> => {
    const session = await readSession()
    if (!session) return { outcome: 'refused', answer: null }
    return exchange(session, { organization_name: organizationName }, options)
  })
}

async function exchange(
  session: Session,
  target: { organization_name?: string },
  { tokenStore, origin, signal = AbortSignal.timeout(refreshTimeout) }: RefreshOptions,
): Promise<Refreshed> {
  const refreshToken = session.refresh ?? tokenStore?.read(session.access) ?? null
  if (refreshToken === null) return { outcome: 'refused', answer: null }
  const answer = await request(sessionEndpoints.refresh, {
    body: JSON.stringify({ refresh_token: refreshToken, ...target }),
    headers: { 'content-type': 'application/json' },
    signal,
    ...(origin === undefined ? {} : { origin }),
  })
  if (answer.kind === 'failure' && answer.failure.code === 'too_many_requests')
    return { outcome: 'unavailable', answer }
  if (answer.kind === 'failure' && answer.status < 500) return { outcome: 'refused', answer }
  if (answer.kind !== 'success') return { outcome: 'unavailable', answer }

  const tokens: Tokens = answer.data
  if (session.refresh === null) tokenStore?.write(tokens.refresh_token, tokens.id_token, session.access)
  const switched = target.organization_name !== undefined
  const owner = switched ? await ownerOfKey(tokens.id_token, origin) : session
  const written = await replaceSession((current) =>
    // Signed out or in again during the call: that wins.
    current?.access === session.access
      ? {
          access: tokens.id_token,
          password: tokens.access_token,
          refresh: session.refresh === null ? null : tokens.refresh_token,
          userId: owner.userId,
          organizationId: owner.organizationId,
          organizationName: tokens.organization.name,
        }
      : null,
  )
  if (written) return { outcome: 'fresh', session: written }
  const current = await readSession()
  return current ? { outcome: 'fresh', session: current } : { outcome: 'refused', answer: null }
}

/**
 * Until a page knows the user, the session is nobody's (ids start at 1), so no capture goes to a wrong
 * organization.
 */
const nobody: Owner = { userId: 0, organizationId: 0 }

async function ownerOfKey(access: string, origin: string | undefined): Promise<Owner> {
  const answer = await request(userEndpoints.me, {
    headers: { authorization: `Bearer ${access}` },
    signal: AbortSignal.timeout(refreshTimeout),
    ...(origin === undefined ? {} : { origin }),
  })
  if (answer.kind !== 'success') return nobody
  return { userId: answer.data.id, organizationId: answer.data.organization.id }
}

async function replaceSession(
  next: (current: Session | null) => Omit<Session, 'generation'> | null,
): Promise<Session | null> {
  const replacementOf = (current: Session | null): Session | null => {
    const replacement = next(current)
    // Also higher than the generations of removed sessions.
    const generation = Math.max(Date.now(), (current?.generation ?? 0) + 1)
    return replacement && { ...replacement, generation }
  }
  const inDatabase = async (database: KenshinDatabase) => {
    const transaction = database.transaction('session', 'readwrite', { durability: 'strict' })
    const replace = async () => {
      const session = replacementOf(sessionIn(await transaction.store.get('current')))
      if (session) await transaction.store.put(session, 'current')
      return session
    }
    const [session] = await Promise.all([replace(), transaction.done])
    return session
  }
  let written: Session | null
  if (await moveToDatabase()) {
    written = await withDatabase(inDatabase)
  } else {
    written = replacementOf(held ?? null)
    if (written) hold(written)
  }
  if (written) announce(written)
  return written
}

function announce(session: Session | null): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(session)
  channel.close()
}
