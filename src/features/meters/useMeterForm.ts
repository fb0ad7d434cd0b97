import { useEffect } from 'react'
import { useBusy } from '../../pwa/busy.ts'
import { type Form, type SubmitForm, useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { fieldOfIssue, type MeterValues, meterFormSchema } from './meterForm.ts'

export type MeterForm = Form<MeterValues>

interface Options {
  initialValues: MeterValues
  /** Message for a missing bound. */
  missingBound: string
  failed: string
  confirm: (values: MeterValues) => Promise<boolean>
  send: (values: MeterValues) => Promise<void>
}

/** Asks before leaving with unsaved input. */
export function useMeterForm({ missingBound, ...options }: Options): SubmitForm<MeterValues> {
  const submitForm = useSubmitForm({
    schema: meterFormSchema(missingBound),
    fields: fieldOfIssue,
    ...options,
  })
  const { form } = submitForm
  useBusy('meter', form.isDirty(), 'input')
  const url = form.values.picture?.url
  useEffect(() => {
    if (url === undefined) return
    return () => URL.revokeObjectURL(url)
  }, [url])
  return submitForm
}
