import '@mantine/notifications/styles.layer.css'
import { Notifications, notificationsStore } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import { rememberFocus } from './focusBehind.ts'
import { atThumb } from './notify.tsx'

/** Above and below, px. */
const gap = 8

/** Those at the top. */
const shownNotifications = () =>
  notificationsStore.getState().notifications.filter(({ position }) => position !== atThumb)
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

/** Bottom of the list at the thumb: above the controls that are fixed at the bottom of the screen. */
function placeAtThumb(list: HTMLElement): void {
  const height = list.clientHeight
  setRootProperty('--undo-room', height === 0 ? '0px' : `${height + 2 * gap}px`)
  if (height === 0) return
  // A dialog covers the controls of the page.
  const screen = [...document.querySelectorAll('[aria-modal=true]')].at(-1) ?? document
  const controls = [...screen.querySelectorAll('[data-at-thumb]')]
    .map((each) => each.getBoundingClientRect())
    .filter((box) => box.height > 0)
    .toSorted((one, other) => other.bottom - one.bottom)
  // Upwards from the edge of the screen, as long as one lies on the other.
  let edge = window.innerHeight
  for (const { top, bottom } of controls) if (bottom >= edge - 2 * gap) edge = Math.min(edge, top)
  list.style.setProperty('--undo-bottom', `${window.innerHeight - edge + gap}px`)
}

/** Styles of the whole page are computed anew only where something changed. */
function setRootProperty(name: string, value: string): void {
  const { style } = document.documentElement
  if (style.getPropertyValue(name) !== value) style.setProperty(name, value)
}

/** Keeps the list at the thumb above the controls there, which come and go with the screens. */
function watchAtThumb(list: HTMLElement): () => void {
  const focus = rememberFocus(list)
  const screens = new MutationObserver(() => placeAtThumb(list))
  const sizes = new ResizeObserver(() => {
    placeAtThumb(list)
    focus.restore()
    screens.disconnect()
    if (list.clientHeight > 0) screens.observe(document.body, { childList: true, subtree: true })
  })
  sizes.observe(list)
  return () => {
    focus.stop()
    sizes.disconnect()
    screens.disconnect()
  }
}

/**
 * The notifications. Persistent ones push page and dialogs down; temporary ones push dialogs only, because a page moving
 * back would move under the finger. On phones what can be taken back is at the bottom, above the controls there.
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
    const low = frame.current?.querySelector<HTMLElement>(`[data-position="${atThumb}"]`)
    const stopLow = low && watchAtThumb(low)
    return () => {
      focus.stop()
      pages.disconnect()
      observer.disconnect()
      window.removeEventListener('scroll', placeList)
      stopLow?.()
    }
  }, [])
  return (
    <div ref={frame}>
      {/* Large text exceeds Mantine's maximum height. */}
      <Notifications position="top-right" withinPortal={false} notificationMaxHeight="100dvh" />
    </div>
  )
}
