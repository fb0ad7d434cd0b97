import {
  clearSession,
  type RefreshKeeper,
  readSession,
  refreshSession,
  type Session,
  watchSession,
} from '../../offline/session.ts'

/** Names in localStorage, as the documents give them. */
const names = {
  access: 'accessKey',
  password: 'passwordKey',
  refresh: 'refreshKey',
  organization: 'organizationName',
} as const

/** Where the refresh token of a session that is not remembered lives: it ends with the tab. */
const tabRefresh = 'tabRefresh'

interface TabToken {
  token: string
  /** The access key that came with it. */
  access: string
  /** The access key that this one replaces. */
  renewed?: string | undefined
}

const readTabToken = (): TabToken | null => JSON.parse(sessionStorage.getItem(tabRefresh) ?? 'null')
const writeTabToken = (held: TabToken) => sessionStorage.setItem(tabRefresh, JSON.stringify(held))

export const refreshKeeper: RefreshKeeper = {
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

/** Sent as Bearer with every call; null when nobody is signed in. */
export const accessKey = (): string | null => localStorage.getItem(names.access)

/** Sent by change-password only. */
const passwordKey = (): string | null => localStorage.getItem(names.password)

/** What localStorage alone still knows of a session whose shared copy is gone. */
export const storedKeys = () => {
  const access = accessKey()
  if (access === null) return null
  return {
    access,
    password: passwordKey() ?? '',
    refresh: localStorage.getItem(names.refresh),
    organizationName: localStorage.getItem(names.organization) ?? '',
  }
}

/** Takes over keys that this page, another tab or the worker got. */
export function adoptKeys(session: Omit<Session, 'generation' | 'userId' | 'organizationId'>): void {
  localStorage.setItem(names.access, session.access)
  localStorage.setItem(names.password, session.password)
  localStorage.setItem(names.organization, session.organizationName)
  if (session.refresh === null) localStorage.removeItem(names.refresh)
  else localStorage.setItem(names.refresh, session.refresh)
}

/**
 * Renews the keys after the server refused `stale`. When the server will not renew them either, the session
 * is over, for every tab; `unavailable` leaves it as it is.
 */
export async function renewKeys(stale: string): Promise<'fresh' | 'refused' | 'unavailable'> {
  const session = await readSession()
  const elsewhere =
    session?.access === stale && session.refresh === null && refreshKeeper.read(stale) === null
  if (elsewhere && (await askOtherTabs(stale))) return 'fresh'
  const renewed = await refreshSession(stale, { keeper: refreshKeeper })
  if (renewed.outcome === 'fresh') adoptKeys(renewed.session)
  if (renewed.outcome === 'refused') await clearSession()
  return renewed.outcome
}

/**
 * A session that is not remembered has its refresh token in the tab that signed in, and in copies of that tab. Who
 * renews hands the next token to the copies, for a spent one would end the session; a tab that has none, or missed
 * it, asks the others to renew rather than end the session for all.
 */
const renewals = 'kenshin-renewal'
type Renewal = { renewed: TabToken } | { asked: string }
const answerWithin = 3000

/** Renews the keys for tabs that cannot, and follows the tab of which this one is a copy. Call once. */
export function renewWithOtherTabs(): void {
  const channel = new BroadcastChannel(renewals)
  channel.onmessage = ({ data }: MessageEvent<Renewal>) => {
    if ('renewed' in data) {
      if (readTabToken() !== null) writeTabToken(data.renewed)
    } else if (refreshKeeper.read(data.asked) !== null) {
      refreshSession(data.asked, { keeper: refreshKeeper }).catch(console.warn)
    }
  }
}

function tellOtherTabs(renewal: Renewal): void {
  const channel = new BroadcastChannel(renewals)
  channel.postMessage(renewal)
  channel.close()
}

async function askOtherTabs(stale: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const stop = watchSession((session) => {
    if (session !== null) adoptKeys(session)
    resolve(session !== null)
  })
  const timer = setTimeout(() => resolve(false), answerWithin)
  tellOtherTabs({ asked: stale })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    stop()
  }
}
