import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import classes from './AuthCard.module.css'

interface Props {
  action: string
  busy: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

export const SessionForm = ({ action, busy, onSubmit, children }: Props) => (
  <form className={classes.form} onSubmit={onSubmit} noValidate>
    {children}
    <Button type="submit" size="lg" loading={busy} fullWidth>
      {action}
    </Button>
  </form>
)
