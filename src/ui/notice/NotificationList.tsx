import '@mantine/notifications/styles.layer.css'
import { Notifications, notificationsStore } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import { rememberFocus } from './focusBehind.ts'
import { atCorner, atThumb } from './notify.tsx'

/** Above and below, px. */
const gap = 8

/** Those at the top. */
const shownNotifications = () =>
  notificationsStore
    .getState()
    .notifications.filter(({ position }) => position !== atThumb && position !== atCorner)
const hasPersistent = () => shownNotifications().some(({ autoClose }) => autoClose === false)

/** What temporary notifications must not cover: the page's primary action, its tabs, and what a screen names itself. */
const keptFree = '[data-primary-action], [role=tablist], [data-keep-free]'

/**
 * Top of the list: below what must be kept free in the upper half. Persistent notifications push the page down instead. On
 * the list, not the root: the page's styles must not change while it is scrolled.
 */
function place(list: HTMLElement): void {
  if (shownNotifications().length === 0) return
  list.style.setProperty('--notices-top', '0px')
  if (hasPersistent()) return
  const { top, left, right, height } = list.getBoundingClientRect()
  const boxes = [...document.querySelectorAll(keptFree)]
    .map((each) => each.getBoundingClientRect())
    .filter((box) => box.height > 0 && box.left < right && left < box.right)
    .filter((box) => box.top < window.innerHeight / 2)
    .toSorted((one, other) => one.top - other.top)
  let below = top
  for (const box of boxes) if (box.top < below + height && below < box.bottom) below = box.bottom + gap
  list.style.setProperty('--notices-top', `${below}px`)
}

/** Places the lists at the bottom: above the controls there. */
function placeAtBottom(lists: readonly HTMLElement[]): void {
  const room = Math.max(...lists.map(({ clientHeight }) => clientHeight))
  setRootProperty('--undo-room', room === 0 ? '0px' : `${room + 2 * gap}px`)
  if (room === 0) return
  // A dialog covers the controls of the page.
  const screen = [...document.querySelectorAll('[aria-modal=true]')].at(-1) ?? document
  const controls = [...screen.querySelectorAll(`[data-at-thumb], ${keptFree}`)]
    .map((each) => each.getBoundingClientRect())
    .filter(({ height }) => height > 0)
    .toSorted((one, other) => other.bottom - one.bottom)
  for (const list of lists) {
    const { left, right, height } = list.getBoundingClientRect()
    let edge = window.innerHeight
    for (const box of controls) {
      const isBeside = box.right <= left || right <= box.left
      if (!isBeside && box.bottom > edge - height - 2 * gap && box.top < edge) edge = box.top
    }
    list.style.setProperty('--undo-bottom', `${window.innerHeight - edge + gap}px`)
  }
}

/** Styles of the whole page are computed anew only where something changed. */
function setRootProperty(name: string, value: string): void {
  const { style } = document.documentElement
  if (style.getPropertyValue(name) !== value) style.setProperty(name, value)
}

/** Keeps the lists at the bottom above the controls there, which come and go with the screens, or are scrolled. */
function watchAtBottom(lists: readonly HTMLElement[]): () => void {
  const focuses = lists.map(rememberFocus)
  const place = () => placeAtBottom(lists)
  const screens = new MutationObserver(place)
  const sizes = new ResizeObserver(() => {
    place()
    for (const focus of focuses) focus.restore()
    screens.disconnect()
    if (lists.some(({ clientHeight }) => clientHeight > 0))
      screens.observe(document.body, { childList: true, subtree: true })
  })
  for (const list of lists) sizes.observe(list)
  window.addEventListener('scroll', place, { passive: true })
  return () => {
    for (const focus of focuses) focus.stop()
    sizes.disconnect()
    screens.disconnect()
    window.removeEventListener('scroll', place)
  }
}

/**
 * The notifications. Persistent ones push page and dialogs down; temporary ones push dialogs only, because a page moving
 * back would move under the finger. At the bottom, above the controls there, are on phones what can be taken back, and
 * elsewhere what is urgent.
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
    const atBottom = `[data-position="${atThumb}"], [data-position="${atCorner}"]`
    const stopBottom = watchAtBottom([...(frame.current?.querySelectorAll<HTMLElement>(atBottom) ?? [])])
    return () => {
      focus.stop()
      pages.disconnect()
      observer.disconnect()
      window.removeEventListener('scroll', placeList)
      stopBottom()
    }
  }, [])
  return (
    <div ref={frame}>
      {/* Large text exceeds Mantine's maximum height. */}
      <Notifications position="top-right" withinPortal={false} notificationMaxHeight="100dvh" />
    </div>
  )
}
