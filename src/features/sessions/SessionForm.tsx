import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SubmitForm } from '../../ui/form/useSubmitForm.ts'

interface Props<Values> {
  action: string
  form: SubmitForm<Values>
  children: ReactNode
}

export const SessionForm = <Values,>({ action, form: { saving, submit }, children }: Props<Values>) => (
  <form onSubmit={submit} noValidate>
    <Stack>
      {children}
      <Button type="submit" size="lg" loading={saving} fullWidth>
        {action}
      </Button>
    </Stack>
  </form>
)
