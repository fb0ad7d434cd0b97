import { ActionIcon } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconArrowLeft, IconCloudOff } from '@tabler/icons-react'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import classes from './CaptureFrame.module.css'
import { OutboxStatus } from './outbox/OutboxStatus.tsx'

interface Props {
  title: string
  /** Location of the meter. */
  location?: string
  children: ReactNode
}

/** Header with back link, titles and status, above the content. */
export function CaptureFrame({ title, location, children }: Props) {
  const { online } = useNetwork()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const leave = () => {
    if (canGoBack) router.history.back()
    else void router.navigate({ to: '/meters' })
  }
  return (
    <main className={classes.frame} data-capture>
      <title>{`${title} | 検針`}</title>
      <header className={classes.header} data-keep-free>
        <ActionIcon size={48} aria-label="戻る" onClick={leave}>
          <IconArrowLeft size={24} aria-hidden />
        </ActionIcon>
        <div className={classes.titles}>
          <h1 className={classes.title}>{title}</h1>
          <div className={classes.below}>
            <span role="status">
              {!online && (
                <StatusPill tone="waiting" icon={IconCloudOff}>
                  オフライン
                </StatusPill>
              )}
            </span>
            {location && <p className={classes.location}>{location}</p>}
          </div>
        </div>
        <OutboxStatus />
      </header>
      <div className={classes.body}>{children}</div>
    </main>
  )
}
