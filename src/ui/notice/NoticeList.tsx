import '@mantine/notifications/styles.layer.css'
import { useWindowEvent } from '@mantine/hooks'
import { Notifications, notificationsStore } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import { isPhone } from '../layout/screen.ts'

/** Above and below the news, in px. */
const gap = 8

const shownNews = () => notificationsStore.getState().notifications
const isLasting = () => shownNews().some(({ autoClose }) => autoClose === false)

/**
 * Where the news may begin: below the page’s primary action, where that stands in the upper half of the window. On a
 * phone what stays until it is read has room of its own above the page instead.
 */
function findPosition(): void {
  const action = document.querySelector('[data-primary-action]')?.getBoundingClientRect()
  const isAbove = action !== undefined && action.top < window.innerHeight / 2
  const top = isAbove && !(isPhone() && isLasting()) ? action.bottom + gap : 0
  document.documentElement.style.setProperty('--notices-top', `${top}px`)
}

/**
 * The news that is shown now. What stays until it is read has room of its own on phones and above dialogs; other
 * news has it above dialogs only, since a page that moves once it is gone would move under the finger.
 */
export function NoticeList() {
  const frame = useRef<HTMLDivElement>(null)
  useWindowEvent('scroll', findPosition, { passive: true })
  useEffect(() => {
    // A page’s height changes with the page and with the window.
    const pages = new ResizeObserver(findPosition)
    pages.observe(document.body)
    return () => pages.disconnect()
  }, [])
  useEffect(() => {
    const list = frame.current?.querySelector('[data-position="top-right"]')
    if (!list) return
    const observer = new ResizeObserver(() => {
      findPosition()
      const room = `${list.clientHeight + 2 * gap}px`
      const { style } = document.documentElement
      style.setProperty('--notices-room', isLasting() ? room : '0px')
      style.setProperty('--dialogs-room', shownNews().some(({ role }) => role === 'alert') ? room : '0px')
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
