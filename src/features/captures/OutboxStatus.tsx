import { UnstyledButton } from '@mantine/core'
import { IconAlertTriangleFilled, IconCloudUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { earlyLazy } from '../../ui/layout/earlyLazy.ts'
import { WhenOpened } from '../../ui/state/WhenOpened.tsx'
import { useMinute } from '../../ui/text/clock.ts'
import { ageWords } from '../../ui/text/timeWords.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import classes from './OutboxStatus.module.css'
import { useOutbox } from './useOutbox.ts'

const OutboxDrawer = earlyLazy(() => import('./OutboxDrawer.tsx'))

const hour = 3_600_000
/** Browsers may clear a phone's storage after a week without use, so captures must not grow old on it. */
const ages = { late: 24 * hour, urgent: 72 * hour }

/** In every header: how many captures are unsent, opening the outbox. Nothing while there is none. */
export function OutboxStatus() {
  const { unsent, oldest, sending, needsPerson } = useOutbox()
  const [opened, setOpened] = useState(false)
  const now = useMinute()
  const age = oldest === null ? 0 : now - oldest
  const urgent = needsPerson || age >= ages.urgent
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
            {oldest !== null && age >= ages.late && <span data-since>（{ageWords(oldest, now)}から）</span>}
          </span>
        </UnstyledButton>
      )}
      <WhenOpened opened={opened}>
        <OutboxDrawer opened={opened} onClose={() => setOpened(false)} />
      </WhenOpened>
    </>
  )
}
