import { notificationsStore } from '@mantine/notifications'
import { lazy, Suspense, useSyncExternalStore } from 'react'

const NoticeList = lazy(() => import('./NoticeList.tsx'))

const anyYet = () => {
  const { notifications, queue } = notificationsStore.getState()
  return notifications.length + queue.length > 0
}

let needed = false
const isNeeded = () => {
  needed ||= anyYet()
  return needed
}

/** Where `notify` shows its news; loaded with the first of them, which waits in its store until then. */
export function Notices() {
  const shown = useSyncExternalStore(notificationsStore.subscribe, isNeeded)
  return (
    shown && (
      <Suspense>
        <NoticeList />
      </Suspense>
    )
  )
}
