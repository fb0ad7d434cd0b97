import { sessionEndpoints, type Tokens } from '../contract/sessions.ts'
import { userEndpoints } from '../contract/users.ts'
import { type Answer, request } from './answers.ts'
import type { Owner } from './captures.ts'
import { type Session, withDatabase } from './database.ts'

export type { Session } from './database.ts'

/**
 * Where a tab keeps its refresh token when the session is not to be remembered. It is kept with the access key that
 * came with it: a tab that was duplicated holds a copy, which is spent as soon as the other tab has renewed.
 */
export interface RefreshKeeper {
  /**
   * The token that came with this access key, or with the one that was to replace it; null where the tab has none, or
   * one of before or of somebody else.
   */
  read(access: string): string | null
  /** `renewed`: the access key in the shared session, until the new one is there: the page may go before that. */
  write(token: string, access: string, renewed?: string): void
}

interface RefreshOptions {
  /** Used when the shared session holds no refresh token. A service worker has none. */
  keeper?: RefreshKeeper
  /** Where the API answers; the page's own origin when absent. */
  origin?: string
  signal?: AbortSignal
}

/**
 * `fresh`: another access key than the refused one is in force (perhaps another tab got it).
 * `refused`: the server does not renew the session, or there is nothing to renew it with.
 * `unavailable`: no usable answer; try later.
 */
type Refreshed =
  | { outcome: 'fresh'; session: Session }
  | { outcome: 'refused'; answer: Answer | null }
  | { outcome: 'unavailable'; answer: Answer }

const channelName = 'kenshin-session'
const lockName = 'auth-refresh'
const refreshTimeout = 30_000

/** The session that is in force, or null when nobody is signed in. */
export function readSession(): Promise<Session | null> {
  return withDatabase(async (database) => (await database.get('session', 'current')) ?? null)
}

/** Stores a new session (after signing in, or when a page finds it missing) and tells pages and worker. */
export async function writeSession(session: Omit<Session, 'generation'>): Promise<void> {
  await replaceSession(() => session)
}

/** Forgets the session and tells pages and worker. Captures stay. */
export async function clearSession(): Promise<void> {
  await withDatabase((database) => database.delete('session', 'current'))
  announce(null)
}

/**
 * Calls back with every new session (null: signed out), from any tab or the worker, this one included.
 * Returns a function that ends it.
 */
export function watchSession(callback: (session: Session | null) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = (event: MessageEvent<Session | null>) => callback(event.data)
  return () => channel.close()
}

/**
 * Renews the session after the server refused the access key `stale`. Pages and worker take turns by a Web Lock
 * and look again inside it, so that one refused key leads to one call however many noticed.
 * Never removes tokens: signing out is the page's decision.
 */
export function refreshSession(stale: string, options: RefreshOptions = {}): Promise<Refreshed> {
  return navigator.locks.request(lockName, async (): Promise<Refreshed> => {
    const session = await readSession()
    if (!session) return { outcome: 'refused', answer: null }
    if (session.access !== stale) return { outcome: 'fresh', session }
    return exchange(session, {}, options)
  })
}

/** Renews the session into another organization of the same person. */
export function switchOrganization(
  organizationName: string,
  options: RefreshOptions = {},
): Promise<Refreshed> {
  return navigator.locks.request(lockName, async (): Promise<Refreshed> => {
    const session = await readSession()
    if (!session) return { outcome: 'refused', answer: null }
    return exchange(session, { organization_name: organizationName }, options)
  })
}

async function exchange(
  session: Session,
  target: { organization_name?: string },
  { keeper, origin, signal = AbortSignal.timeout(refreshTimeout) }: RefreshOptions,
): Promise<Refreshed> {
  const refreshToken = session.refresh ?? keeper?.read(session.access) ?? null
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
  if (session.refresh === null) keeper?.write(tokens.refresh_token, tokens.id_token, session.access)
  const switched = target.organization_name !== undefined
  const owner = switched ? await ownerOf(tokens.id_token, origin) : session
  const written = await replaceSession((current) =>
    // Signed out, or signed in anew, while the call was on its way: that decision stands.
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

/** Until a page has asked who it is, the session is nobody's (rows are numbered from 1), so no capture goes to a wrong organization. */
const nobody: Owner = { userId: 0, organizationId: 0 }

async function ownerOf(access: string, origin: string | undefined): Promise<Owner> {
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
  const written = await withDatabase(async (database) => {
    const transaction = database.transaction('session', 'readwrite', { durability: 'strict' })
    const replace = async () => {
      const current = (await transaction.store.get('current')) ?? null
      const replacement = next(current)
      if (!replacement) return null
      // Also higher than the generations of sessions that were forgotten since.
      const generation = Math.max(Date.now(), (current?.generation ?? 0) + 1)
      const session: Session = { ...replacement, generation }
      await transaction.store.put(session, 'current')
      return session
    }
    const [session] = await Promise.all([replace(), transaction.done])
    return session
  })
  if (written) announce(written)
  return written
}

function announce(session: Session | null): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(session)
  channel.close()
}
