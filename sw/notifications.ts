import type { WorkerScope } from './scope.ts'

/** Says that photographs wait on this phone and that opening the app sends them. */
export async function tellUnsent(scope: WorkerScope, count: number): Promise<void> {
  if (Notification.permission !== 'granted') return
  await scope.registration.showNotification(`未送信の写真が${count}件あります`, {
    body: 'アプリを開くと送信します。',
    tag: 'unsent',
    lang: 'ja',
  })
}

/** Brings the app to the front. */
export async function openApp(scope: WorkerScope, event: NotificationEvent): Promise<void> {
  event.notification.close()
  const [window] = await scope.clients.matchAll({ type: 'window' })
  await (window ? window.focus() : scope.clients.openWindow('/'))
}
