import { ApiError } from '../errors.ts'
import { call } from './api.ts'

/**
 * `install`: only as an installed app (iPhone, iPad). `denied`: the person has to allow it again in the browser’s own
 * settings.
 */
export type PushState = 'unsupported' | 'install' | 'denied' | 'off' | 'on'

/** Names in localStorage: the person who wants notifications on this browser, and the server’s row. */
const names = { owner: 'pushFor', row: 'pushSubscription' } as const

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Safari on phones and tablets knows whether it runs as an installed app; no other browser has this. */
const isUninstalled = () => 'standalone' in navigator && navigator.standalone === false

/** Whose wish it was. */
export const pushOwner = (): string | null => localStorage.getItem(names.owner)

/** How things stand for this person on this browser. */
export async function pushState(userId: number): Promise<PushState> {
  if (!isSupported()) return isUninstalled() ? 'install' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const wanted = pushOwner() === String(userId) && Notification.permission === 'granted'
  return wanted && (await currentSubscription()) !== null ? 'on' : 'off'
}

/** Asks the person and tells the server. Call it from a press. */
export async function enablePush(userId: number): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState(userId)
  await subscribe()
  localStorage.setItem(names.owner, String(userId))
  return 'on'
}

export async function disablePush(signal?: AbortSignal): Promise<void> {
  await tellServer(signal)
  localStorage.removeItem(names.owner)
  await unsubscribe()
}

/** Makes good what has changed since the last visit: the server’s key, the browser’s address, the session. */
export async function healPush(userId: number): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted' || pushOwner() !== String(userId)) return
  await subscribe()
}

/** Sends a test to every browser of the person; gives to how many it went. */
export const testPush = async (): Promise<number> => (await call('testPush')).data.sent

/** A push service that cannot be reached must not keep anybody from leaving. Milliseconds. */
const farewell = 3000

/** Nothing more comes to this browser, whoever uses it next. */
export async function unsubscribe(): Promise<void> {
  if (!isSupported()) return
  const ended = currentSubscription().then((subscription) => subscription?.unsubscribe())
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, farewell))]).catch(console.warn)
}

async function tellServer(signal: AbortSignal | undefined): Promise<void> {
  const id = Number(localStorage.getItem(names.row))
  if (!Number.isInteger(id) || id < 1) return
  // It may be gone already; with the session it goes in any case.
  await call('deletePushSubscription', { params: { id }, ...(signal && { signal }) }).catch(console.warn)
  localStorage.removeItem(names.row)
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function subscribe(): Promise<void> {
  const { public_key: key } = (await call('pushKey')).data
  const registration = await navigator.serviceWorker.ready
  let subscription = await registration.pushManager.getSubscription()
  if (subscription !== null && !isMadeFor(subscription, key)) {
    await subscription.unsubscribe()
    subscription = null
  }
  subscription ??= await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const body = { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
  const { data } = await call('createPushSubscription', { body }).catch(async (error: unknown) => {
    // Somebody else registered the address: the next try asks for another one.
    if (error instanceof ApiError && error.code === 'push_endpoint_taken') await subscription.unsubscribe()
    throw error
  })
  localStorage.setItem(names.row, String(data.id))
}

function isMadeFor({ options: { applicationServerKey } }: PushSubscription, key: string): boolean {
  // Not every browser tells.
  if (applicationServerKey === null) return true
  const text = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)))
  return plain(text) === plain(key)
}

/** Base64 in either alphabet as one. */
const plain = (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** Remembers the wish over the end of a session that only ran out. */
export const keepPushOwner = (owner: string): void => localStorage.setItem(names.owner, owner)
