import { sessionEndpoints } from '../../../contract/sessions.ts'
import { type Account, userEndpoints } from '../../../contract/users.ts'
import type { Answer } from '../../../offline/answers.ts'
import { showBadge } from '../../../offline/badge.ts'
import { remaining } from '../../../offline/drain.ts'
import { countUnsent } from '../../../offline/outbox.ts'
import { clearPictureCaches } from '../../../offline/pictureCaches.ts'
import { clearShared } from '../../../offline/sharedPictures.ts'
import {
  clearSession,
  exchangeForOrganization,
  readSession,
  type Session,
  watchSession,
  writeSession,
} from '../../../offline/storedSession.ts'
import { NetworkError } from '../../failures/callErrors.ts'
import { hasUnsavedInput, photographsSaved } from '../../pwa/busy.ts'
import { isFirstScreenKey } from '../firstScreen.ts'
import { prefetchMissingData, prefetchOfflineData } from '../held/offlinePrefetch.ts'
import { disablePush, pushOwner, storePushOwner, unsubscribe } from '../live/browserPush.ts'
import { firstPaint } from '../live/firstPaint.ts'
import {
  type CacheOwner,
  clearCache,
  deferRefetchUntil,
  persistCache,
  queryClient,
  stopPersisting,
} from '../live/queryClient.ts'
import { accountQuery, rememberOwner } from '../queries/account.ts'
import { apiError, call } from './api.ts'
import {
  accessKey,
  readStoredKeys,
  refreshKeysAcrossTabs,
  refreshTokenStore,
  storeKeys,
} from './sessionKeys.ts'

/** Unmounts the user's screens, so that they request nothing during sign-out. */
let clearScreen = () => {}

/** Call once: `clear` runs first on sign-out. */
export const onSignOut = (clear: () => void): void => {
  clearScreen = clear
}

type Keys = Pick<Session, 'access' | 'password' | 'refresh' | 'organizationName'>

/** Not in the specification: prefills the sign-in form, also after signing out. */
const organizationCodeName = 'organizationCode'
/** Prefills the form where captures wait for this person, so that the password is all that is asked. */
const usernameName = 'username'
const logoutTimeout = 5000

/** Why a session ended by itself, shown at sign-in. `discarded`: expired, with unsaved input lost. */
export const signOutReasons = ['expired', 'discarded', 'unremembered', 'password-changed'] as const
export type SignOutReason = (typeof signOutReasons)[number]

/** The tab's user; null before sign-in and from sign-out on. */
let current: CacheOwner | null = null
/** A session whose user is not known yet. */
const unknownUser: CacheOwner = { userId: 0, organizationId: 0 }

const isSame = (a: CacheOwner, b: CacheOwner) =>
  a.userId === b.userId && a.organizationId === b.organizationId

export const lastOrganizationCode = (): string => localStorage.getItem(organizationCodeName) ?? ''
/** Of whom unsent captures wait; empty otherwise. */
export const awaitedUsername = (): string => localStorage.getItem(usernameName) ?? ''
export const forgetAwaitedUsername = (): void => localStorage.removeItem(usernameName)

/**
 * Resumes the browser's session and cache. Await before the router starts; waits for the network only if the session's
 * user is unknown.
 */
export async function startSession(): Promise<void> {
  watchSession((session) => void follow(session).catch(console.error))
  refreshKeysAcrossTabs()
  const stored = readStoredKeys()
  const session = await readSession().catch(() => null)
  if (stored === null) {
    if (session !== null) await clearSession()
    return
  }
  if (session === null || session.userId === unknownUser.userId) {
    current = unknownUser
    await writeSession({ ...(session ?? stored), ...unknownUser })
    const account = (await call(userEndpoints.me).catch(() => null))?.data
    if (account) await enter(account, readStoredKeys() ?? stored)
    return
  }
  current = session
  storeKeys(session)
  await persistCache(session)
  deferRefetchUntil(firstPaint)
  // Missing data, as after an update, is fetched in the background.
  queryClient.query({ ...accountQuery, staleTime: 'static' }).catch(() => undefined)
  prefetchMissingData(queryClient)
  // The user is known; the server's check runs in the background.
  void firstPaint.then(() => {
    queryClient.query(accountQuery).catch(() => undefined)
    return prefetchOfflineData()
  })
}

interface Credentials {
  organizationCode: string
  username: string
  password: string
  remember: boolean
}

/** On failure nothing is stored. */
export async function signIn({ organizationCode, username, password, remember }: Credentials): Promise<void> {
  const { data: tokens } = await call(sessionEndpoints.login, {
    body: { organization_code: organizationCode, username, password, email: '' },
  })
  const keys: Keys = {
    access: tokens.id_token,
    password: tokens.access_token,
    refresh: remember ? tokens.refresh_token : null,
    organizationName: tokens.organization.name,
  }
  storeKeys(keys)
  try {
    const { data: account } = await call(userEndpoints.me)
    if (!remember) refreshTokenStore.write(tokens.refresh_token, tokens.id_token)
    await enter(account, keys)
    localStorage.setItem(organizationCodeName, account.organization.code)
    localStorage.removeItem(usernameName)
  } catch (error) {
    localStorage.clear()
    throw error
  }
}

async function enter(account: Account, keys: Keys): Promise<void> {
  const owner = { userId: account.id, organizationId: account.organization.id }
  current = owner
  await writeSession({ ...keys, ...owner })
  await rememberOwner(account)
  await persistCache(owner)
  queryClient.setQueryData(accountQuery.queryKey, account)
  void prefetchOfflineData()
}

/** Ends the session here and, if reachable, on the server. Unsent captures stay on the device. */
export async function signOut(address = '/'): Promise<void> {
  clearScreen()
  await disablePush(AbortSignal.timeout(logoutTimeout)).catch(console.warn)
  await call(sessionEndpoints.logout, { signal: AbortSignal.timeout(logoutTimeout) }).catch(() => undefined)
  await leave(address)
}

/** Changes the password, which ends every session, this one too. Throws as `call` does if refused. */
export async function changePassword(previous: string, proposed: string): Promise<void> {
  const owner = current
  // The end of this session is expected: it has not expired.
  current = null
  try {
    await call(sessionEndpoints.changePassword, {
      body: {
        previous_password: previous,
        proposed_password: proposed,
        access_token: readStoredKeys()?.password ?? '',
      },
    })
  } catch (error) {
    current = owner
    throw error
  }
  await leave(loginAddress({ reason: 'password-changed' }), { username: '' })
}

/**
 * Switches the organization by a page load. Without a refresh token (no remember-login, and another tab signed in) the
 * session ends with a reason. Throws as `call` does if refused.
 */
export async function switchOrganization(name: string, next = '/'): Promise<void> {
  // The new session may be followed before this call goes on.
  destination = next
  const result = await exchangeForOrganization(name, { tokenStore: refreshTokenStore }).catch(
    (error: unknown) => {
      destination = '/'
      throw error
    },
  )
  if (result.outcome === 'fresh') {
    current = null
    await moveTo(result.session)
    return
  }
  destination = '/'
  if (result.answer === null) {
    await signOut(loginAddress({ reason: 'unremembered' }))
  } else {
    // The account's organizations or session may have changed.
    void queryClient.invalidateQueries(accountQuery)
    throw failureIn(result.answer)
  }
}

const failureIn = (answer: Answer): Error =>
  answer.kind === 'failure'
    ? apiError(answer.failure, answer.status)
    : new NetworkError('organization not switched')

/** The session changed in another tab, the worker, or by a refused call. */
async function follow(session: Session | null): Promise<void> {
  if (session === null) {
    if (current === null) return
    await photographsSaved()
    const reason = hasUnsavedInput() ? 'discarded' : 'expired'
    const username = await usernameOfUnsent(current.userId)
    await leave(loginAddress({ reason, next: here() }), { username })
    return
  }
  if (session.userId === unknownUser.userId) return
  if (current !== null && (isSame(current, session) || isSame(current, unknownUser))) {
    storeKeys(session)
    return
  }
  if (current === null && accessKey() === null) return
  await moveTo(session)
}

async function usernameOfUnsent(userId: number): Promise<string> {
  const count = await countUnsent(userId).catch(() => 0)
  return count === 0 ? '' : (queryClient.getQueryData(accountQuery.queryKey)?.username ?? '')
}

/** Where a page with another session begins. */
let destination = '/'

/** Until the new page loads, this one uses the new keys. */
async function moveTo(session: Session): Promise<void> {
  await photographsSaved()
  stopPersisting()
  storeKeys(session)
  location.replace(destination)
}

const here = () => location.pathname + location.search

const loginAddress = (search: { reason: SignOutReason; next?: string }): string =>
  `/login?${new URLSearchParams(search)}`

/** `expected`: the same user is to sign in again, with that name prefilled unless it is empty; null: anybody. */
async function leave(address: string, expected: { username: string } | null = null): Promise<void> {
  current = null
  clearScreen()
  const notified = pushOwner()
  const organizationCode = lastOrganizationCode()
  const firstScreens = Object.entries(localStorage).filter(([name]) => isFirstScreenKey(name))
  localStorage.clear()
  sessionStorage.clear()
  if (organizationCode) localStorage.setItem(organizationCodeName, organizationCode)
  // Who has chosen is not asked again at the next sign-in.
  for (const [name, chosen] of firstScreens) localStorage.setItem(name, chosen)
  if (expected !== null) {
    if (expected.username) localStorage.setItem(usernameName, expected.username)
    // Notifications resume for the same user only.
    if (notified) storePushOwner(notified)
  }
  // Alerts are the user's; what is unsent goes on waiting here.
  const showUnsent = async () => showBadge((await remaining(Date.now())).unsent)
  // Pictures are last: one may still have been loading. A step that fails, as where the browser refuses caches, does not
  // keep the user on this page.
  for (const step of [unsubscribe, clearSession, showUnsent, clearCache, clearPictureCaches, clearShared])
    await step().catch(console.warn)
  // A new page drops all of the user's data from memory.
  location.replace(address)
}
