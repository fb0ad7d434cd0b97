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
  /** Label of the button that closes. */
  dismiss?: string
  /** A further button, before the one that submits. */
  action?: ReactNode
  onClose: () => void
  children: ReactNode
}

const fields = ':is(input, select, textarea):not([type=hidden], [type=file], :disabled)'

/** Lets the focus begin at the first field, unless a field claims it. Otherwise the button that closes would get it. */
function markFirstField(form: HTMLFormElement | null): void {
  if (form?.querySelector('[data-autofocus]') === null)
    form.querySelector(fields)?.setAttribute('data-autofocus', '')
}

/** A form in a dialog; closing it asks before input is lost. */
export function FormDialog<Values>({
  title,
  width,
  verb,
  form: { form, saving, submit },
  className,
  dismiss = 'キャンセル',
  action,
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
            {dismiss}
          </Button>
          {action}
          <Button type="submit" form={id} loading={saving}>
            {verb}
          </Button>
        </>
      )}
    >
      <form ref={markFirstField} id={id} className={className} onSubmit={submit} noValidate>
        {children}
      </form>
    </Dialog>
  )
}
