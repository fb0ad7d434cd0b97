import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useBusy } from '../../pwa/busy.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { fieldOfIssue, type MeterValues, meterRules } from './meterForm.ts'

export type MeterForm = UseFormReturnType<MeterValues>

/** A meter’s form; leaving it with unsaved input asks. */
export function useMeterForm(initialValues: MeterValues, missingBound: string): MeterForm {
  const [rules] = useState(() => schemaResolver(meterRules(missingBound), { sync: true }))
  const form = useForm<MeterValues>({
    mode: 'controlled',
    initialValues,
    validate: rules,
    validateInputOnBlur: false,
  })
  useBusy('meter', form.isDirty(), 'input')
  const url = form.values.picture?.url
  useEffect(() => {
    if (url === undefined) return
    return () => URL.revokeObjectURL(url)
  }, [url])
  return form
}

/** After a refused submit the first field that is wrong is in sight and has the cursor. */
export function focusFirst(form: MeterForm, errors: Record<string, unknown>): void {
  const nodes = Object.keys(errors)
    .map((path) => form.getInputNode(path))
    .filter((node) => node !== null)
  const [first] = nodes.sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
  first?.focus()
  first?.scrollIntoView({ block: 'center' })
}

/** What the server finds wrong stands at its field; anything else is told. */
export function showFailure(form: MeterForm, error: unknown, title: string, retry: () => void): void {
  const issues = error instanceof ApiError ? error.issues : []
  const known = issues.flatMap(({ path, message }) => {
    const field = fieldOfIssue[path]
    return field === undefined ? [] : [[field, message] as const]
  })
  if (known.length === 0) {
    notify.failure(error, { title, retry })
    return
  }
  const errors = Object.fromEntries(known)
  form.setErrors(errors)
  notify.warning(`${title}。${known.map(([, message]) => message).join('。')}。`)
  focusFirst(form, errors)
}
