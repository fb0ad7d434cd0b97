import { Button } from '@mantine/core'
import { IconCheck, IconEyeExclamation, IconPhotoSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Alert } from '../../../contract/alerts.ts'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import classes from './Alerts.module.css'

interface Props {
  alert: Alert
  onOpen: (alert: Alert) => void
  /** Undefined during the cooldown after a confirmation. */
  onConfirm: ((alert: Alert) => void) | undefined
  /** A further button, before the one that confirms. */
  children?: ReactNode
}

/** データ確認, the item of 要確認 if the value waits for a person, and 確認済みにする if unconfirmed. */
export function AlertActions({ alert, onOpen, onConfirm, children }: Props) {
  const { id, meter, needs_review: needsReview } = alert.meter_value
  return (
    <>
      <Button
        className={classes.action}
        variant="default"
        data-reading={id}
        leftSection={<IconPhotoSearch size={18} aria-hidden />}
        onClick={() => onOpen(alert)}
      >
        <VisuallyHidden>{meter.name}の</VisuallyHidden>
        データ確認
      </Button>
      {needsReview && (
        <ButtonLink
          className={classes.action}
          variant="default"
          to="/review"
          search={{ reading: id }}
          leftSection={<IconEyeExclamation size={18} aria-hidden />}
        >
          <VisuallyHidden>{meter.name}の値を</VisuallyHidden>
          要確認で開く
        </ButtonLink>
      )}
      {children}
      {alert.confirm_at === null && (
        <Button
          className={classes.action}
          variant="light"
          data-removes
          data-disabled={onConfirm === undefined}
          aria-disabled={onConfirm === undefined}
          leftSection={<IconCheck size={18} aria-hidden />}
          onClick={() => onConfirm?.(alert)}
        >
          <VisuallyHidden>{meter.name}のアラートを</VisuallyHidden>
          確認済みにする
        </Button>
      )}
    </>
  )
}
