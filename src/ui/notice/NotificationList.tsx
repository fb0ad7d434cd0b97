import '@mantine/notifications/styles.layer.css'
import { useWindowEvent } from '@mantine/hooks'
import { Notifications, notificationsStore } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import { isPhone } from '../layout/breakpoints.ts'

/** Above and below, px. */
const gap = 8

const shownNotifications = () => notificationsStore.getState().notifications
const hasPersistent = () => shownNotifications().some(({ autoClose }) => autoClose === false)

/**
 * Top of the list: below the page’s primary action if that is in the upper half. On phones, persistent notifications
 * push the page down instead.
 */
function findPosition(): void {
  const action = document.querySelector('[data-primary-action]')?.getBoundingClientRect()
  const isAbove = action !== undefined && action.top < window.innerHeight / 2
  const top = isAbove && !(isPhone() && hasPersistent()) ? action.bottom + gap : 0
  document.documentElement.style.setProperty('--notices-top', `${top}px`)
}

/**
 * The notifications. Persistent ones push the page down on phones and dialogs everywhere; temporary ones push dialogs
 * only, because a page moving back would move under the finger.
 */
export function NotificationList() {
  const frame = useRef<HTMLDivElement>(null)
  useWindowEvent('scroll', findPosition, { passive: true })
  useEffect(() => {
    // Height changes with page and window.
    const pages = new ResizeObserver(findPosition)
    pages.observe(document.body)
    return () => pages.disconnect()
  }, [])
  useEffect(() => {
    const list = frame.current?.querySelector('[data-position="top-right"]')
    if (!list) return
    const observer = new ResizeObserver(() => {
      findPosition()
      const height = `${list.clientHeight + 2 * gap}px`
      const { style } = document.documentElement
      style.setProperty('--notices-room', hasPersistent() ? height : '0px')
      style.setProperty(
        '--dialogs-room',
        shownNotifications().some(({ role }) => role === 'alert') ? height : '0px',
      )
      const typed = document.activeElement
      if (typed?.matches('input, textarea')) typed.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(list)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={frame}>
      {/* Large text exceeds Mantine's maximum height. */}
      <Notifications position="top-right" withinPortal={false} notificationMaxHeight="100dvh" />
    </div>
  )
}
