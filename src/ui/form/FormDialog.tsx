import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Dialog } from '../dialog/Dialog.tsx'
import type { SubmitForm } from './useSubmitForm.ts'

interface Props<Values> {
  title: string
  width?: number
  /** Button label, such as 登録. */
  verb: string
  form: SubmitForm<Values>
  className?: string | undefined
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog; closing it asks before input is lost. */
export function FormDialog<Values>({
  title,
  width,
  verb,
  form: { form, saving, submit },
  className,
  onClose,
  children,
}: Props<Values>) {
  const id = useId()
  return (
    <Dialog
      opened
      title={title}
      {...(width !== undefined && { width })}
      dirty={form.isDirty()}
      onClose={onClose}
      actions={(close) => (
        <>
          <Button variant="default" onClick={close} disabled={saving}>
            キャンセル
          </Button>
          <Button type="submit" form={id} loading={saving}>
            {verb}
          </Button>
        </>
      )}
    >
      <form id={id} className={className} onSubmit={submit} noValidate>
        {children}
      </form>
    </Dialog>
  )
}
