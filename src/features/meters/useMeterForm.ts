import { useEffect } from 'react'
import { useBusy } from '../../pwa/busy.ts'
import { type Form, type SubmitForm, useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { fieldOfIssue, type MeterValues, meterRules } from './meterForm.ts'

export type MeterForm = Form<MeterValues>

interface Options {
  initialValues: MeterValues
  /** Beside a bound that is missing. */
  missingBound: string
  failed: string
  confirm: (values: MeterValues) => Promise<boolean>
  send: (values: MeterValues) => Promise<void>
}

/** A meter’s form; leaving it with unsaved input asks. */
export function useMeterForm({ missingBound, ...options }: Options): SubmitForm<MeterValues> {
  const submitForm = useSubmitForm({ schema: meterRules(missingBound), fields: fieldOfIssue, ...options })
  const { form } = submitForm
  useBusy('meter', form.isDirty(), 'input')
  const url = form.values.picture?.url
  useEffect(() => {
    if (url === undefined) return
    return () => URL.revokeObjectURL(url)
  }, [url])
  return submitForm
}
