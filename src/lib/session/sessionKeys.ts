import {
  clearSession,
  type RefreshTokenStore,
  readSession,
  refreshSession,
  type Session,
  watchSession,
} from '../../../offline/storedSession.ts'

/** Names in localStorage, from the specification. */
const names = {
  access: 'accessKey',
  password: 'passwordKey',
  refresh: 'refreshKey',
  organization: 'organizationName',
} as const

/** sessionStorage: refresh token of a session without remember-login; ends with the tab. */
const tabRefresh = 'tabRefresh'

interface TabToken {
  token: string
  /** The access key issued with it. */
  access: string
  /** The access key before that. */
  renewed?: string | undefined
}

const readTabToken = (): TabToken | null => JSON.parse(sessionStorage.getItem(tabRefresh) ?? 'null')
const writeTabToken = (held: TabToken) => sessionStorage.setItem(tabRefresh, JSON.stringify(held))

export const refreshTokenStore: RefreshTokenStore = {
  read(access) {
    const held = readTabToken()
    return held !== null && [held.access, held.renewed].includes(access) ? held.token : null
  },
  write(token, access, renewed) {
    const held = { token, access, renewed }
    writeTabToken(held)
    tellOtherTabs({ renewed: held })
  },
}

/** Bearer token; null when signed out. */
export const accessKey = (): string | null => localStorage.getItem(names.access)

/** Sent by change-password only. */
const passwordKey = (): string | null => localStorage.getItem(names.password)

/** Whether any tab can renew the session, also after a restart of the browser. */
export const isRemembered = (): boolean => localStorage.getItem(names.refresh) !== null

/** Session data in localStorage when the IndexedDB copy is missing. */
export const readStoredKeys = () => {
  const access = accessKey()
  if (access === null) return null
  return {
    access,
    password: passwordKey() ?? '',
    refresh: localStorage.getItem(names.refresh),
    organizationName: localStorage.getItem(names.organization) ?? '',
  }
}

/** Stores keys obtained by this page, another tab or the worker. */
export function storeKeys(session: Omit<Session, 'generation' | 'userId' | 'organizationId'>): void {
  localStorage.setItem(names.access, session.access)
  localStorage.setItem(names.password, session.password)
  localStorage.setItem(names.organization, session.organizationName)
  if (session.refresh === null) localStorage.removeItem(names.refresh)
  else localStorage.setItem(names.refresh, session.refresh)
}

/**
 * Refreshes the keys after a 401 for `stale`. If that is refused too, ends the session in all tabs; `unavailable`
 * changes nothing.
 */
export async function refreshKeys(stale: string): Promise<'fresh' | 'refused' | 'unavailable'> {
  const session = await readSession()
  const elsewhere =
    session?.access === stale && session.refresh === null && refreshTokenStore.read(stale) === null
  if (elsewhere && (await askOtherTabs(stale))) return 'fresh'
  const renewed = await refreshSession(stale, { tokenStore: refreshTokenStore })
  if (renewed.outcome === 'fresh') storeKeys(renewed.session)
  if (renewed.outcome === 'refused') await clearSession()
  return renewed.outcome
}

/**
 * Without remember-login, the refresh token is in the tab that signed in and its duplicates. A refresh passes the new
 * token on, because reuse of the old one would end the session; a tab without a valid token asks the others.
 */
const channelName = 'kenshin-renewal'
type RefreshMessage = { renewed: TabToken } | { asked: string } | { whoHas: string } | { held: string }
const answerTimeout = 3000
/** For an answer without a call to the server. */
const presenceTimeout = 1000

/** Refreshes on request of other tabs, and takes over a duplicate's new token. Call once. */
export function refreshKeysAcrossTabs(): void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<RefreshMessage>) => {
    if ('renewed' in data) {
      if (readTabToken() !== null) writeTabToken(data.renewed)
    } else if ('whoHas' in data) {
      if (refreshTokenStore.read(data.whoHas) !== null) tellOtherTabs({ held: data.whoHas })
    } else if ('asked' in data && refreshTokenStore.read(data.asked) !== null) {
      refreshSession(data.asked, { tokenStore: refreshTokenStore }).catch(console.warn)
    }
  }
}

function tellOtherTabs(message: RefreshMessage): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(message)
  channel.close()
}

async function askOtherTabs(stale: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const stop = watchSession((session) => {
    if (session !== null) storeKeys(session)
    resolve(session !== null)
  })
  const timer = setTimeout(() => resolve(false), answerTimeout)
  tellOtherTabs({ asked: stale })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    stop()
  }
}

/** Whether this tab or another one can renew the session; also true where there is none. */
export async function isRenewable(): Promise<boolean> {
  const session = await readSession()
  if (session === null || session.refresh !== null) return true
  return refreshTokenStore.read(session.access) !== null || isHeldElsewhere(session.access)
}

async function isHeldElsewhere(access: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<RefreshMessage>) => {
    if ('held' in data && data.held === access) resolve(true)
  }
  channel.postMessage({ whoHas: access } satisfies RefreshMessage)
  const timer = setTimeout(() => resolve(false), presenceTimeout)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    channel.close()
  }
}
