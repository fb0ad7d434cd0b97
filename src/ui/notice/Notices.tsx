import { notificationsStore } from '@mantine/notifications'
import { Suspense, useSyncExternalStore } from 'react'
import { earlyLazy } from '../layout/earlyLazy.ts'

const NoticeList = earlyLazy(() => import('./NoticeList.tsx'))

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
