import '@mantine/notifications/styles.layer.css'
import { useWindowEvent } from '@mantine/hooks'
import { Notifications, notificationsStore } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import { undoable } from './notify.tsx'

/** Above and below the news, in px. */
const gap = 8

/** Where the news may begin: below the page’s primary action, where that stands in the upper half of the window. */
function findPlace(): void {
  const action = document.querySelector('[data-primary-action]')?.getBoundingClientRect()
  const top = action !== undefined && action.top < window.innerHeight / 2 ? action.bottom + gap : 0
  document.documentElement.style.setProperty('--notices-top', `${top}px`)
}

/**
 * The news that is shown now. What stays until it is read has room of its own on phones and above dialogs; what can be
 * taken back has it above dialogs only, since a page that moves once it is gone would move under the finger.
 */
function NoticeList() {
  const frame = useRef<HTMLDivElement>(null)
  useWindowEvent('scroll', findPlace, { passive: true })
  useEffect(() => {
    // A page’s height changes with the page and with the window.
    const pages = new ResizeObserver(findPlace)
    pages.observe(document.body)
    return () => pages.disconnect()
  }, [])
  useEffect(() => {
    const list = frame.current?.querySelector('[data-position="top-right"]')
    if (!list) return
    const observer = new ResizeObserver(() => {
      findPlace()
      const { notifications: shown } = notificationsStore.getState()
      const stays = shown.some(({ autoClose }) => autoClose === false)
      const room = `${list.clientHeight + 2 * gap}px`
      const { style } = document.documentElement
      style.setProperty('--notices-room', stays ? room : '0px')
      style.setProperty('--dialogs-room', stays || shown.some(({ id }) => id === undoable) ? room : '0px')
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
