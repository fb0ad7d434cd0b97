import { UnstyledButton } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconAlertTriangleFilled, IconCloudUpload, IconPlayerPause, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useUnreadOutbox, useUnsentOfOthers } from '../../../lib/held/outboxRows.ts'
import { useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { formatTimeAgo } from '../../../ui/text/formatTime.ts'
import { VisuallyHidden } from '../../../ui/text/VisuallyHidden.tsx'
import classes from './OutboxStatus.module.css'
import { ageOf } from './outboxAge.ts'
import { useOutbox } from './useOutbox.ts'

/** Lazy: for a press (decision 019). */
const OutboxDrawer = lazy(async () => ({ default: (await import('./OutboxDrawer.tsx')).OutboxDrawer }))

const minute = 60_000

/**
 * In every header: number of unsent rows, or of those set aside; opens the outbox. Without any, how many rows of other
 * users wait on this device.
 */
export function OutboxStatus() {
  const { unsent, aside, oldest, sending, needsPerson } = useOutbox()
  const { online } = useNetwork()
  /** Undefined: not yet asked for. */
  const [opened, setOpened] = useState<boolean>()
  const button = useRef<HTMLButtonElement>(null)
  // Mounted while open, the drawer does not know what opened it; and that may be gone by now.
  const close = () => {
    setOpened(false)
    const next = button.current ?? document.querySelector('main')
    next?.focus({ preventScroll: true })
  }
  const now = useCurrentMinute()
  const age = ageOf(oldest, now)
  const unread = useUnreadOutbox() !== null
  const others = useUnsentOfOthers()
  const urgent = unread || needsPerson || age === 'urgent'
  const Icon = urgent ? IconAlertTriangleFilled : unsent > 0 ? IconCloudUpload : IconPlayerPause
  // A request goes on for a while after the signal is lost: the header, which says オフライン, does not contradict itself.
  const [word, count] =
    unread || unsent > 0 ? [sending && online && !unread ? '送信中' : '未送信', unsent] : ['保留', aside]
  const amount = unread ? '不明' : `${count}件`
  return (
    <>
      <VisuallyHidden role="status">{(unread || unsent > 0) && `${word} ${amount}`}</VisuallyHidden>
      {(unread || count > 0) && (
        <UnstyledButton
          ref={button}
          className={classes.status}
          data-quiet={(!unread && unsent === 0) || undefined}
          data-urgent={urgent || undefined}
          aria-haspopup="dialog"
          onClick={() => setOpened(true)}
        >
          <Icon size={18} aria-hidden />
          <span className={classes.words}>
            <span>{word} </span>
            <span>{amount}</span>
            {!unread && oldest !== null && now - oldest >= minute && (
              <span data-since={age}>（{formatTimeAgo(oldest, now)}から）</span>
            )}
          </span>
        </UnstyledButton>
      )}
      {!unread && count === 0 && others > 0 && (
        <span className={classes.status} data-quiet data-others>
          <IconUsers size={18} aria-hidden />
          <span className={classes.words}>
            <span>未送信 {others}件</span>
            <span>
              （別の
              <wbr />
              利用者）
            </span>
          </span>
        </span>
      )}
      {opened !== undefined && (
        <Suspense>
          <OutboxDrawer opened={opened} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
