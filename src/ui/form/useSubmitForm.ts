import { type FormErrors, schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { type FormEvent, useTransition } from 'react'
import type * as z from 'zod/mini'
import type { ErrorCode } from '../../../contract/errors.ts'
import { ApiError } from '../../errors.ts'
import { notify } from '../notice/notify.tsx'

export type Form<Values> = UseFormReturnType<Values>

interface Options<Values extends object> {
  initialValues: Values
  /** What may be sent. Its messages stand at the fields. */
  schema: z.ZodMiniType
  /** Sends the values as they were typed. What it throws is told, and stands at the fields that it names. */
  send: (values: Values) => Promise<void>
  /** Title of the note when that fails. */
  failed: string
  /** The field that a path of the server’s issues belongs to, where it has another name. */
  fields?: Readonly<Record<string, string>>
  /** The field and the words for what the server refuses by a code alone. */
  codes?: Partial<Record<ErrorCode, { path: string; message: string }>>
  /** It was not sent: the errors stand at the fields. */
  onRefused?: (values: Values) => void
  /** Asks before it is sent; false: the person goes on editing. */
  confirm?: (values: Values) => Promise<boolean>
  /** `uncontrolled`: the browser keeps what is typed, as password managers expect. */
  mode?: 'controlled' | 'uncontrolled'
}

export interface SubmitForm<Values> {
  form: Form<Values>
  saving: boolean
  submit: (event?: FormEvent<HTMLFormElement>) => void
}

/**
 * A form that is sent once at a time. After a refusal, here or at the server, the first field that is wrong is in sight
 * and has the cursor; what was typed stays.
 */
export function useSubmitForm<Values extends object>({
  initialValues,
  schema,
  send,
  failed,
  fields = {},
  codes = {},
  onRefused,
  confirm,
  mode = 'controlled',
}: Options<Values>): SubmitForm<Values> {
  const [saving, startSaving] = useTransition()
  const form = useForm<Values>({
    mode,
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: false,
  })
  const showFailure = (error: unknown) => {
    const refusal = error instanceof ApiError && error.status < 500 ? error : null
    const byCode = refusal && codes[refusal.code]
    const issues = byCode ? [byCode] : (refusal?.issues ?? [])
    const known = issues.flatMap(({ path, message }) => {
      const field = fields[path] ?? path
      return (field.split('.')[0] ?? '') in initialValues ? [[field, message] as const] : []
    })
    if (known.length === 0) {
      // What was refused is refused again until the input changes.
      notify.failure(error, { title: failed, ...(refusal === null && { retry: submit }) })
      return
    }
    const errors = Object.fromEntries(known)
    form.setErrors(errors)
    notify.warning(`${failed}。${known.map(([, message]) => message).join('。')}。`)
    focusFirstError(form, errors)
  }
  const save = async (values: Values) => {
    // Outside the transition, which would hold the question back until it is answered.
    if (confirm !== undefined && !(await confirm(values))) return
    startSaving(async () => {
      notify.retract(failed)
      try {
        await send(values)
      } catch (error) {
        showFailure(error)
      }
    })
  }
  const submit = form.onSubmit(save, (errors, values) => {
    notify.retract(failed)
    focusFirstError(form, errors)
    onRefused?.(values)
  })
  return { form, saving, submit }
}

/** The first that is wrong, in the order of the screen, gets the cursor. */
function focusFirstError(
  form: { getInputNode: (path: string) => HTMLElement | null },
  errors: FormErrors,
): void {
  const [first] = Object.keys(errors)
    .map((path) => form.getInputNode(path))
    .filter((node) => node !== null)
    .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  first?.focus()
  first?.scrollIntoView({ block: 'center' })
}
