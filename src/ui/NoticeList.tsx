import '@mantine/notifications/styles.layer.css'
import { Notifications, notificationsStore } from '@mantine/notifications'
import { useEffect, useRef } from 'react'

/** Above and below the news, in px. */
const gap = 8

/** The news that is shown now. What stays until it is read has room of its own on phones and above dialogs. */
function NoticeList() {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const list = frame.current?.querySelector('[data-position="top-right"]')
    if (!list) return
    const observer = new ResizeObserver(() => {
      const stays = notificationsStore.getState().notifications.some(({ autoClose }) => autoClose === false)
      const room = stays ? list.clientHeight + 2 * gap : 0
      document.documentElement.style.setProperty('--notices-room', `${room}px`)
      const typed = document.activeElement
      if (typed?.matches('input, textarea')) typed.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(list)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={frame}>
      {/* Large text needs more than the height to which Mantine would cut. */}
      <Notifications position="top-right" withinPortal={false} notificationMaxHeight="100dvh" />
    </div>
  )
}

export default NoticeList
