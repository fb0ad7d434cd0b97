import { type FormErrors, schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import type { FormEvent } from 'react'
import type * as z from 'zod/mini'
import { ApiError, DeclinedError } from '../../failures/callErrors.ts'
import { notify } from '../notice/notify.tsx'
import { useFailureNotices } from '../notice/useFailureNotices.ts'
import { useWorking } from '../state/useWorking.ts'

type FieldNames = Readonly<Record<string, string>>

export type Form<Values> = UseFormReturnType<Values>

interface Options<Values extends object> {
  initialValues: Values
  /** Client-side validation. */
  schema: z.ZodMiniType
  /**
   * Sends the values as typed. Errors are shown at the fields they name, otherwise as a notification; after a
   * `DeclinedError` editing continues.
   */
  send: (values: Values) => Promise<void>
  /** Title of the error notification. */
  failed: string
  /** Field by path of the server’s issue, where names differ; may depend on what is filled in. */
  fields?: FieldNames | ((values: Values) => FieldNames)
  /** Field and message for refusals that name only a code. */
  codes?: Partial<Record<ApiError['code'], { path: string; message: string }>>
  /** The document has a text for a refusal: it is shown as a notification too. */
  isAnnounced?: boolean
  /** Not sent: the errors are at the fields. */
  onRefused?: (values: Values) => void
  /** Asks before sending; false: continue editing. */
  confirm?: (values: Values) => Promise<boolean>
  /** The field that `confirm` asks about; it gets the focus when the user wants to check it. */
  askedField?: keyof Values & string
  /** `uncontrolled`: the DOM keeps the input, as password managers expect. */
  mode?: 'controlled' | 'uncontrolled'
}

export interface SubmitForm<Values> {
  form: Form<Values>
  saving: boolean
  submit: (event?: FormEvent<HTMLFormElement>) => void
}

/** A form submitted once at a time. On errors, by schema or server, focuses the first invalid field; input is kept. */
export function useSubmitForm<Values extends object>({
  initialValues,
  schema,
  send,
  failed,
  fields = {},
  codes = {},
  isAnnounced = false,
  onRefused,
  confirm,
  askedField,
  mode = 'controlled',
}: Options<Values>): SubmitForm<Values> {
  const [saving, startSaving] = useWorking()
  const notices = useFailureNotices()
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
    const names = typeof fields === 'function' ? fields(form.getValues()) : fields
    const known = issues.flatMap(({ path, message }) => {
      const field = names[path] ?? path
      return (field.split('.')[0] ?? '') in initialValues ? [[field, message] as const] : []
    })
    if (known.length === 0) {
      // What was refused is refused again until the input changes.
      notices.failure(error, { title: failed, ...(refusal === null && { retry: submit }) })
      return
    }
    const errors = Object.fromEntries(known)
    form.setErrors(errors)
    if (isAnnounced || known.some(([field]) => form.getInputNode(field) === null))
      notices.warning(`${failed}。${known.map(([, message]) => message).join('。')}。`)
    focusFirstError(form, errors)
  }
  const focusAsked = () => {
    const input = askedField === undefined ? null : form.getInputNode(askedField)
    input?.focus()
    // Typing replaces it.
    if (input instanceof HTMLInputElement) input.select()
  }
  const save = (values: Values) =>
    startSaving(async () => {
      try {
        if (confirm !== undefined && !(await confirm(values))) return focusAsked()
        notify.retract(failed)
        await send(values)
      } catch (error) {
        if (error instanceof DeclinedError) return focusAsked()
        // What the question needs to know may fail to load, too.
        showFailure(error)
      }
    })
  const submit = form.onSubmit(save, (errors, values) => {
    notify.retract(failed)
    focusFirstError(form, errors)
    onRefused?.(values)
  })
  return { form, saving, submit }
}

/** First in the order of the screen. */
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
