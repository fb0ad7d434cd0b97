import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { useTransition } from 'react'
import type * as z from 'zod/mini'
import { focusFirstError } from '../../ui/form/focusFirstError.ts'
import { notify } from '../../ui/notice/notify.tsx'

type Form<Values extends object> = UseFormReturnType<Values>

interface Options<Values extends object> {
  schema: z.ZodMiniType<Values, Values>
  initialValues: Values
  /** What the person reads when `send` fails. */
  failure: string
  /** Gets the values as the schema leaves them. */
  send: (values: Values) => Promise<void>
  /** Beyond the note. */
  onFailure?: (error: unknown, form: Form<Values>) => void
  /** The input was not sent; the errors stand at the fields. */
  onRefused?: (values: Values) => void
}

/** A form of a person without a session: one note at a time, the cursor where the first correction is due. */
export function useSessionForm<Values extends object>({
  schema,
  initialValues,
  failure,
  send,
  onFailure,
  onRefused,
}: Options<Values>) {
  const [busy, startSending] = useTransition()
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
  })
  const onSubmit = form.onSubmit(
    (values) =>
      startSending(async () => {
        notify.clear()
        try {
          await send(schema.parse(values))
        } catch (error) {
          onFailure?.(error, form)
          notify.failure(error, { title: failure })
        }
      }),
    (errors, values) => {
      notify.clear()
      focusFirstError(form, errors)
      onRefused?.(values)
    },
  )
  return { form, busy, onSubmit }
}
