import { clearPictures } from '../../offline/pictures.ts'
import {
  clearSession,
  switchOrganization as exchangeForOrganization,
  readSession,
  type Session,
  watchSession,
  writeSession,
} from '../../offline/session.ts'
import { call } from './api.ts'
import { accessKey, adoptKeys, refreshKeeper, renewForOtherTabs, storedKeys } from './keys.ts'
import { disablePush, keepPushOwner, pushOwner, unsubscribe } from './push.ts'
import { accountQuery } from './queries/account.ts'
import { type CacheOwner, forgetCache, persistCache, queryClient } from './query.ts'
import { fetchWorkSet } from './workSet.ts'

type Keys = Pick<Session, 'access' | 'password' | 'refresh' | 'organizationName'>

/** Not one of the documents' names: what the sign-in form is filled with after a session ran out. */
const organizationCodeName = 'organizationCode'
const farewell = 5000

/** Who this tab works for; null before signing in and from the moment of leaving. */
let current: CacheOwner | null = null
/** A session whose owner no call has told yet. */
const nobody: CacheOwner = { userId: 0, organizationId: 0 }

const isSame = (a: CacheOwner, b: CacheOwner) =>
  a.userId === b.userId && a.organizationId === b.organizationId

export const lastOrganizationCode = (): string => localStorage.getItem(organizationCodeName) ?? ''

/**
 * Takes up the session that this browser holds and what its owner saw last. Await it before the router starts;
 * it waits for the network only where the device does not know whose session it is.
 */
export async function startSession(): Promise<void> {
  watchSession((session) => void follow(session).catch(console.error))
  renewForOtherTabs()
  const stored = storedKeys()
  const session = await readSession().catch(() => null)
  if (stored === null) {
    if (session !== null) await clearSession()
    return
  }
  if (session === null || session.userId === nobody.userId) {
    current = nobody
    await writeSession({ ...(session ?? stored), ...nobody })
    const account = (await call('me').catch(() => null))?.data
    if (account) await enter(account, storedKeys() ?? stored)
    return
  }
  current = session
  adoptKeys(session)
  await persistCache(session)
  // Who this is, is known; whether the server still agrees is asked beside the person's work.
  queryClient.query({ ...accountQuery, staleTime: 0 }).catch(() => undefined)
  void fetchWorkSet()
}

export interface Credentials {
  organizationCode: string
  username: string
  password: string
  remember: boolean
}

/** Signs in. On failure nothing is stored. */
export async function signIn({ organizationCode, username, password, remember }: Credentials): Promise<void> {
  const { data: tokens } = await call('login', {
    body: { organization_code: organizationCode, username, password, email: '' },
  })
  const keys: Keys = {
    access: tokens.id_token,
    password: tokens.access_token,
    refresh: remember ? tokens.refresh_token : null,
    organizationName: tokens.organization.name,
  }
  adoptKeys(keys)
  try {
    const { data: account } = await call('me')
    if (!remember) refreshKeeper.write(tokens.refresh_token)
    await enter(account, keys)
    localStorage.setItem(organizationCodeName, organizationCode)
  } catch (error) {
    localStorage.clear()
    throw error
  }
}

type Account = Awaited<ReturnType<typeof call<'me'>>>['data']

async function enter(account: Account, keys: Keys): Promise<void> {
  const owner = { userId: account.id, organizationId: account.organization.id }
  current = owner
  await writeSession({ ...keys, ...owner })
  await persistCache(owner)
  queryClient.setQueryData(accountQuery.queryKey, account)
  void fetchWorkSet()
}

/** Ends the session here and, if it can be reached, on the server. Unsent captures stay on the device. */
export async function signOut(): Promise<void> {
  await disablePush(AbortSignal.timeout(farewell)).catch(console.warn)
  await call('logout', { signal: AbortSignal.timeout(farewell) }).catch(() => undefined)
  await leave('/')
}

/**
 * Goes on in another organization of the same person. `missing`: the tab has no refresh token, because
 * remember-login was not checked.
 */
export async function switchOrganization(
  name: string,
): Promise<'switched' | 'missing' | 'refused' | 'unavailable'> {
  const result = await exchangeForOrganization(name, { keeper: refreshKeeper })
  if (result.outcome === 'refused') return result.answer === null ? 'missing' : 'refused'
  if (result.outcome === 'unavailable') return 'unavailable'
  current = null
  adoptKeys(result.session)
  location.replace('/')
  return 'switched'
}

/** Another tab, the worker or a refused call of this one changed the session. */
async function follow(session: Session | null): Promise<void> {
  if (session === null) {
    if (current !== null) await leave(expiredAddress(), lastOrganizationCode())
    return
  }
  if (session.userId === nobody.userId) return
  if (current !== null && (isSame(current, session) || isSame(current, nobody))) {
    adoptKeys(session)
    return
  }
  if (current === null && accessKey() === null) return
  adoptKeys(session)
  location.replace('/')
}

function expiredAddress(): string {
  const search = new URLSearchParams({
    next: location.pathname + location.search,
    reason: 'expired',
  })
  return `/login?${search}`
}

async function leave(address: string, organizationCode = ''): Promise<void> {
  current = null
  const notified = pushOwner()
  localStorage.clear()
  sessionStorage.clear()
  if (organizationCode) {
    localStorage.setItem(organizationCodeName, organizationCode)
    // The same person is notified again after signing in; nobody else is.
    if (notified) keepPushOwner(notified)
  }
  await unsubscribe()
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge().catch(() => undefined)
  await clearSession()
  await forgetCache()
  // Last: a picture may still have been on its way.
  await clearPictures()
  // A new document holds nothing of the person who left.
  location.replace(address)
}
