import { schemaResolver, useForm } from '@mantine/form'
import { use, useState, useTransition } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { useCreateReading } from '../../../lib/queries/readings.ts'
import { base64Of } from '../../../lib/shrinkPicture.ts'
import { typedValue } from '../../../lib/typedValue.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { TimeZone } from '../../../ui/text/clock.ts'
import { type EntryValues, emptyEntry, entryRules } from './entryForm.ts'

/** Where the server’s complaints belong. */
const fields: Record<string, keyof EntryValues> = {
  meter_id: 'meterId',
  value: 'value',
  created_at: 'measuredAt',
}

const failed = 'メーター値を登録できませんでした'

/** The form of one entry; it is sent once, however often it is tried. */
export function useEntry(meterId: number | undefined, onSaved: () => void) {
  const zone = use(TimeZone)
  const creation = useCreateReading()
  const [key] = useState(() => crypto.randomUUID())
  const [sending, startSending] = useTransition()
  const rules = entryRules(Date.now, zone)
  const form = useForm<EntryValues>({
    mode: 'controlled',
    initialValues: emptyEntry(meterId, Date.now(), zone),
    validate: schemaResolver(rules, { sync: true }),
  })

  const send = async (values: EntryValues) => {
    const { meterId: of, value, measuredAt } = rules.parse(values)
    const number = typedValue(value)
    if (number === undefined || number === null) return
    try {
      const image = values.picture && (await base64Of(values.picture))
      await creation.mutateAsync({ key, meterId: of, value: number, measuredAt, image })
      notify.success('メーター値を登録しました')
      onSaved()
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : []
      for (const { path, message } of issues) {
        const field = fields[path]
        if (field !== undefined) form.setFieldError(field, message)
      }
      notify.failure(error, { title: failed, retry: submit })
    }
  }
  const submit = form.onSubmit(
    (values) => {
      notify.retract(failed)
      startSending(() => send(values))
    },
    (errors) => {
      const [first] = Object.keys(errors)
      if (first !== undefined) form.getInputNode(first)?.focus()
    },
  )
  return {
    form,
    picture: form.values.picture,
    setPicture: (picture: Blob | null) => form.setFieldValue('picture', picture),
    submit,
    sending,
    dirty: form.isDirty(),
  }
}
