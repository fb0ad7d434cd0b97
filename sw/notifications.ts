import { type OpenPath, type PushMessage, pushMessageSchema } from '../contract/push.ts'
import type { WorkerScope } from './scope.ts'

/** What sends the rows. */
const unsentBodies = {
  page: 'アプリを開くと送信します。',
  session: 'ログインすると送信します。',
  row: '送信できないものがあります。アプリを開いて確認してください。',
}

/** Unless a page that says so is in front of the user. */
export async function notifyUnsent(
  scope: WorkerScope,
  count: number,
  needed: keyof typeof unsentBodies,
): Promise<void> {
  if (Notification.permission !== 'granted') return
  const windows = await scope.clients.matchAll({ type: 'window' })
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return
  await scope.registration.showNotification(`未送信が${count}件あります`, {
    body: unsentBodies[needed],
    tag: 'unsent',
    lang: 'ja',
  })
}

/** Shown for an unreadable message: browsers require a notification for each push. */
const unreadable: PushMessage = {
  title: '検針からのお知らせ',
  body: 'アプリを開いて確認してください。',
  tag: 'unreadable',
  url: '/alerts',
}

/** Shows a push message, also when it is malformed or of another version. */
export async function showPush(scope: WorkerScope, event: PushEvent): Promise<void> {
  const { title, body, tag, url } = readPush(event.data)
  await scope.registration.showNotification(title, {
    body,
    tag,
    data: { url },
    icon: '/icon-192.png',
    lang: 'ja',
  })
}

function readPush(data: PushMessageData | null): PushMessage {
  try {
    return pushMessageSchema.parse(data?.json())
  } catch {
    return unreadable
  }
}

/**
 * Opens the notification's target. Never navigates a page with possible unsaved work to another screen: uses
 * a page already on that screen, else opens a new one.
 */
export async function openApp(scope: WorkerScope, event: NotificationEvent): Promise<void> {
  event.notification.close()
  const goal = targetOf(event.notification.data, scope.location.origin)
  const windows = await scope.clients.matchAll({ type: 'window' })
  const window =
    goal === null
      ? windows[0]
      : (windows.find(({ url }) => url === goal.href) ??
        windows.find(({ url }) => new URL(url).pathname === goal.pathname))
  if (window === undefined) {
    await scope.clients.openWindow(goal?.href ?? '/')
    return
  }
  await window.focus()
  if (goal === null || goal.search === '') return
  const lead: OpenPath = { type: 'lead', path: goal.pathname + goal.search }
  window.postMessage(lead)
}

/** Null: no target, or one outside the app. */
function targetOf(data: unknown, origin: string): URL | null {
  if (typeof data !== 'object' || data === null || !('url' in data) || typeof data.url !== 'string')
    return null
  if (!URL.canParse(data.url, origin)) return null
  const url = new URL(data.url, origin)
  return url.origin === origin ? url : null
}
