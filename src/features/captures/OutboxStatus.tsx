import { UnstyledButton } from '@mantine/core'
import { IconAlertTriangleFilled, IconCloudUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { formatTimeAgo } from '../../ui/text/formatTime.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import classes from './OutboxStatus.module.css'
import { ageOf } from './outboxAge.ts'
import { useOutbox } from './useOutbox.ts'

/** Lazy: for a press (decision 019). */
const OutboxDrawer = lazy(async () => ({ default: (await import('./OutboxDrawer.tsx')).OutboxDrawer }))

const minute = 60_000

/** In every header: number of unsent captures; opens the outbox. */
export function OutboxStatus() {
  const { unsent, oldest, sending, needsPerson } = useOutbox()
  /** Undefined: not yet asked for. */
  const [opened, setOpened] = useState<boolean>()
  const now = useCurrentMinute()
  const age = ageOf(oldest, now)
  const urgent = needsPerson || age === 'urgent'
  const text = `${sending ? '送信中' : '未送信'} ${unsent}件`
  return (
    <>
      <VisuallyHidden role="status">{unsent > 0 && text}</VisuallyHidden>
      {unsent > 0 && (
        <UnstyledButton
          className={classes.status}
          data-urgent={urgent || undefined}
          aria-haspopup="dialog"
          onClick={() => setOpened(true)}
        >
          {urgent ? (
            <IconAlertTriangleFilled size={18} aria-hidden />
          ) : (
            <IconCloudUpload size={18} aria-hidden />
          )}
          <span className={classes.words}>
            <span>{sending ? '送信中' : '未送信'} </span>
            <span>{unsent}件</span>
            {oldest !== null && now - oldest >= minute && (
              <span data-since={age}>（{formatTimeAgo(oldest, now)}から）</span>
            )}
          </span>
        </UnstyledButton>
      )}
      {opened !== undefined && (
        <Suspense>
          <OutboxDrawer opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
