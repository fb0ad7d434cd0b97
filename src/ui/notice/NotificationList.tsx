import '@mantine/notifications/styles.layer.css'
import { Notifications, notificationsStore } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import { rememberFocus } from './focusBehind.ts'

/** Above and below, px. */
const gap = 8

const shownNotifications = () => notificationsStore.getState().notifications
const hasPersistent = () => shownNotifications().some(({ autoClose }) => autoClose === false)

/**
 * Top of the list: below the page’s primary action if that is in the upper half. Persistent notifications push the page
 * down instead. On the list, not the root: the page's styles must not change while it is scrolled.
 */
function place(list: HTMLElement): void {
  if (shownNotifications().length === 0) return
  const action = document.querySelector('[data-primary-action]')?.getBoundingClientRect()
  const isAbove = action !== undefined && action.top < window.innerHeight / 2
  const top = isAbove && !hasPersistent() ? Math.max(0, action.bottom + gap) : 0
  list.style.setProperty('--notices-top', `${top}px`)
}

/** Styles of the whole page are computed anew only where something changed. */
function setRootProperty(name: string, value: string): void {
  const { style } = document.documentElement
  if (style.getPropertyValue(name) !== value) style.setProperty(name, value)
}

/**
 * The notifications. Persistent ones push page and dialogs down; temporary ones push dialogs only, because a page moving
 * back would move under the finger.
 */
export function NotificationList() {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const list = frame.current?.querySelector<HTMLElement>('[data-position="top-right"]')
    if (!list) return
    const focus = rememberFocus(list)
    const placeList = () => place(list)
    // Height changes with page and window.
    const pages = new ResizeObserver(placeList)
    pages.observe(document.body)
    const observer = new ResizeObserver(() => {
      placeList()
      focus.restore()
      const height = `${list.clientHeight + 2 * gap}px`
      setRootProperty('--notices-room', hasPersistent() ? height : '0px')
      setRootProperty(
        '--dialogs-room',
        shownNotifications().some(({ role }) => role === 'alert') ? height : '0px',
      )
      const typed = document.activeElement
      if (typed?.matches('input, textarea')) typed.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(list)
    window.addEventListener('scroll', placeList, { passive: true })
    return () => {
      focus.stop()
      pages.disconnect()
      observer.disconnect()
      window.removeEventListener('scroll', placeList)
    }
  }, [])
  return (
    <div ref={frame}>
      {/* Large text exceeds Mantine's maximum height. */}
      <Notifications position="top-right" withinPortal={false} notificationMaxHeight="100dvh" />
    </div>
  )
}
