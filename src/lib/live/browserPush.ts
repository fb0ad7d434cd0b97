import { pushEndpoints } from '../../../contract/push.ts'
import { ApiError, NetworkError } from '../../failures/callErrors.ts'
import { isWorkerRefused } from '../../pwa/workerRefused.ts'
import { call } from '../session/api.ts'

/** `install`: only as an installed app (iPhone, iPad). `denied`: to be allowed in the browser’s settings. */
export type PushState = 'unsupported' | 'install' | 'denied' | 'off' | 'on'

/** Names in localStorage: user id with push enabled, and id of the server’s row. */
const names = { owner: 'pushFor', row: 'pushSubscription' } as const

// Where the browser refuses service workers, there is nothing to wait for.
const isSupported = () =>
  'serviceWorker' in navigator && !isWorkerRefused() && 'PushManager' in window && 'Notification' in window

/** `standalone` exists in Safari on iOS only. */
const isUninstalled = () => 'standalone' in navigator && navigator.standalone === false

/** User id with push enabled. */
export const pushOwner = (): string | null => localStorage.getItem(names.owner)

export async function pushState(userId: number): Promise<PushState> {
  if (!isSupported()) return isUninstalled() ? 'install' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const wanted = pushOwner() === String(userId) && Notification.permission === 'granted'
  return wanted && (await currentSubscription()) !== null ? 'on' : 'off'
}

/** Requests permission and subscribes. Needs a user gesture. */
export async function enablePush(userId: number): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState(userId)
  await subscribe()
  localStorage.setItem(names.owner, String(userId))
  return 'on'
}

export async function disablePush(signal?: AbortSignal): Promise<void> {
  await deleteServerRow(signal)
  localStorage.removeItem(names.owner)
  await unsubscribe()
}

/** Resubscribes if the server’s key, the endpoint or the session changed. */
export async function resubscribePush(userId: number): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted' || pushOwner() !== String(userId)) return
  await subscribe()
}

/** Sends a test to all browsers of the user; returns their number. */
export const testPush = async (): Promise<number> => (await call(pushEndpoints.testPush)).data.sent

/** An unreachable push service must not block logout. Milliseconds. */
const unsubscribeTimeout = 3000

/** Ends notifications on this browser. */
export async function unsubscribe(): Promise<void> {
  if (!isSupported()) return
  const ended = currentSubscription().then((subscription) => subscription?.unsubscribe())
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, unsubscribeTimeout))]).catch(
    console.warn,
  )
}

async function deleteServerRow(signal: AbortSignal | undefined): Promise<void> {
  const id = Number(localStorage.getItem(names.row))
  if (!Number.isInteger(id) || id < 1) return
  // It may not exist; it ends with the session anyway.
  await call(pushEndpoints.deletePushSubscription, { params: { id }, ...(signal && { signal }) }).catch(
    console.warn,
  )
  localStorage.removeItem(names.row)
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Of the worker's installation, which fetches the whole app. Milliseconds. */
const workerTimeout = 30_000

/** Throws `NetworkError` if the worker is not installed in time, for example because its files cannot be fetched. */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new NetworkError('the service worker is not installed')), workerTimeout)
  })
  return Promise.race([navigator.serviceWorker.ready, late])
}

async function subscribe(): Promise<void> {
  const { public_key: key } = (await call(pushEndpoints.pushKey)).data
  const registration = await readyWorker()
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
  const { data } = await call(pushEndpoints.createPushSubscription, { body }).catch(
    async (error: unknown) => {
      // Registered by another user: the next attempt gets a new endpoint.
      if (error instanceof ApiError && error.code === 'push_endpoint_taken') await subscription.unsubscribe()
      throw error
    },
  )
  localStorage.setItem(names.row, String(data.id))
}

function isMadeFor({ options: { applicationServerKey } }: PushSubscription, key: string): boolean {
  // Not supported by all browsers.
  if (applicationServerKey === null) return true
  const text = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)))
  return plain(text) === plain(key)
}

/** Normalizes base64 and base64url. */
const plain = (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** Keeps push enabled after the session expired. */
export const storePushOwner = (owner: string): void => localStorage.setItem(names.owner, owner)
