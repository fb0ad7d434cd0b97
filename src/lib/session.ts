import type { Answer } from '../../offline/answers.ts'
import { clearPictures } from '../../offline/pictures.ts'
import {
  clearSession,
  switchOrganization as exchangeForOrganization,
  readSession,
  type Session,
  watchSession,
  writeSession,
} from '../../offline/session.ts'
import { NetworkError } from '../errors.ts'
import { hasUnsavedInput } from '../pwa/busy.ts'
import { apiError, call } from './api.ts'
import { firstPaint } from './firstPaint.ts'
import { accessKey, adoptKeys, refreshKeeper, renewWithOtherTabs, storedKeys } from './keys.ts'
import { disablePush, keepPushOwner, pushOwner, unsubscribe } from './push.ts'
import { accountQuery } from './queries/account.ts'
import { type CacheOwner, forgetCache, holdUntil, persistCache, queryClient, stopCaching } from './query.ts'
import { fetchMissing, fetchWorkSet } from './workSet.ts'

/** Takes what is drawn of a person off the screen; nothing of it may ask for more while they leave. */
let clearScreen = () => {}

/** Call once: `clear` is called when the person leaves, before anything of theirs is forgotten. */
export const onLeaving = (clear: () => void): void => {
  clearScreen = clear
}

type Keys = Pick<Session, 'access' | 'password' | 'refresh' | 'organizationName'>

/** Not one of the documents' names: what the sign-in form is filled with after a session ran out. */
const organizationCodeName = 'organizationCode'
const farewell = 5000

/** Why a session ended that nobody meant to end; the sign-in says it. `discarded`: expired, and unsaved input with it. */
export const leaveReasons = ['expired', 'discarded', 'unremembered'] as const
export type LeaveReason = (typeof leaveReasons)[number]

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
  renewWithOtherTabs()
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
  holdUntil(firstPaint)
  // Of what the device lacks, as after a new version, nothing waits.
  queryClient.query({ ...accountQuery, staleTime: 'static' }).catch(() => undefined)
  fetchMissing(queryClient)
  // Who this is, is known; whether the server still agrees is asked beside the person's work.
  void firstPaint.then(() => {
    queryClient.query({ ...accountQuery, staleTime: 0 }).catch(() => undefined)
    return fetchWorkSet()
  })
}

interface Credentials {
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
    if (!remember) refreshKeeper.write(tokens.refresh_token, tokens.id_token)
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
export async function signOut(address = '/'): Promise<void> {
  clearScreen()
  await disablePush(AbortSignal.timeout(farewell)).catch(console.warn)
  await call('logout', { signal: AbortSignal.timeout(farewell) }).catch(() => undefined)
  await leave(address)
}

/**
 * Goes on in another organization of the same person, in a new document. Without a refresh token, because
 * remember-login was not checked and another tab signed in, the session ends and the sign-in says why.
 * Throws as `call` does where the organization could not be entered.
 */
export async function switchOrganization(name: string): Promise<void> {
  const result = await exchangeForOrganization(name, { keeper: refreshKeeper })
  if (result.outcome === 'fresh') {
    current = null
    moveTo(result.session)
  } else if (result.answer === null) {
    await signOut(loginAddress({ reason: 'unremembered' }))
  } else {
    // Which organizations there are, or whether there still is a session, is not as this page believes.
    void queryClient.invalidateQueries(accountQuery)
    throw failureIn(result.answer)
  }
}

const failureIn = (answer: Answer): Error =>
  answer.kind === 'failure'
    ? apiError(answer.failure, answer.status)
    : new NetworkError('organization not switched')

/** Another tab, the worker or a refused call of this one changed the session. */
async function follow(session: Session | null): Promise<void> {
  if (session === null) {
    if (current === null) return
    const reason = hasUnsavedInput() ? 'discarded' : 'expired'
    await leave(loginAddress({ reason, next: here() }), lastOrganizationCode())
    return
  }
  if (session.userId === nobody.userId) return
  if (current !== null && (isSame(current, session) || isSame(current, nobody))) {
    adoptKeys(session)
    return
  }
  if (current === null && accessKey() === null) return
  moveTo(session)
}

/** Until the new document is there, this one may ask with the new keys. */
function moveTo(session: Session): void {
  stopCaching()
  adoptKeys(session)
  location.replace('/')
}

const here = () => location.pathname + location.search

const loginAddress = (search: { reason: LeaveReason; next?: string }): string =>
  `/login?${new URLSearchParams(search)}`

async function leave(address: string, organizationCode = ''): Promise<void> {
  current = null
  clearScreen()
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
