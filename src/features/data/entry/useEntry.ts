import { use, useState } from 'react'
import { useCreateReading } from '../../../lib/queries/readings.ts'
import { base64Of } from '../../../ui/form/shrinkPicture.ts'
import { type SubmitForm, useSubmitForm } from '../../../ui/form/useSubmitForm.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { TimeZone } from '../../../ui/text/clock.ts'
import { typedValue } from '../../../ui/text/typedValue.ts'
import { type EntryValues, emptyEntry, entryRules } from './entryForm.ts'

/** Where the server’s complaints belong. */
const fields = { meter_id: 'meterId', created_at: 'measuredAt' }

/** The form of one entry; it is sent once, however often it is tried. */
export function useEntry(meterId: number | undefined, onSaved: () => void): SubmitForm<EntryValues> {
  const zone = use(TimeZone)
  const creation = useCreateReading()
  const [key] = useState(() => crypto.randomUUID())
  const rules = entryRules(Date.now, zone)
  return useSubmitForm({
    initialValues: emptyEntry(meterId, Date.now(), zone),
    schema: rules,
    fields,
    failed: 'メーター値を登録できませんでした',
    send: async (values) => {
      const { meterId: of, value, measuredAt } = rules.parse(values)
      const number = typedValue(value)
      if (number === undefined || number === null) return
      const image = values.picture && (await base64Of(values.picture))
      await creation.mutateAsync({ key, meterId: of, value: number, measuredAt, image })
      notify.success('メーター値を登録しました')
      onSaved()
    },
  })
}
