import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SubmitForm } from '../../ui/form/useSubmitForm.ts'
import classes from './AuthCard.module.css'

interface Props<Values> {
  action: string
  form: SubmitForm<Values>
  children: ReactNode
}

export const SessionForm = <Values,>({ action, form: { saving, submit }, children }: Props<Values>) => (
  <form className={classes.form} onSubmit={submit} noValidate>
    {children}
    <Button type="submit" size="lg" loading={saving} fullWidth>
      {action}
    </Button>
  </form>
)
