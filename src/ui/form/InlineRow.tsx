import { ActionIcon, Box, Button, Flex, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import clsx from 'clsx'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError, DeclinedError } from '../../failures/callErrors.ts'
import { failureText } from '../../failures/failureText.ts'
import { useBusy } from '../../pwa/busy.ts'
import { useWorking } from '../state/useWorking.ts'
import classes from './InlineRow.module.css'

/** Passed to an editor. Spread `props` on the input. */
export interface Editing<T> {
  draft: T
  change: (draft: T) => void
  props: {
    'aria-label': string
    /** What is wrong with the draft; null: nothing. Mantine shows it at the input and describes the input by it. */
    error: string | null
    errorProps: { role: 'alert' }
    /** While saving; keeps focus, unlike disabled. */
    readOnly: boolean
  }
}

interface Props<T> {
  label: string
  /** The displayed value. */
  value: ReactNode
  /** The draft to start from. */
  initial: T
  /** Editor at full width, buttons below. */
  wide?: boolean
  /** On the button instead of a pencil, where editing is what is asked for. */
  editLabel?: string | undefined
  /** Gets the button that starts editing. */
  editRef?: RefObject<HTMLButtonElement | null>
  rowRef?: RefObject<HTMLFieldSetElement | null> | undefined
  /** Without it the row is read-only. */
  editor?: ((editing: Editing<T>) => ReactNode) | undefined
  /** Shown below the editor: how far an edit reaches, and what it changes. */
  note?: ((draft: T) => ReactNode) | undefined
  /** Error message or null. */
  validate?: (draft: T) => string | null
  /** Asks about a changed draft; false continues editing. A thrown error is shown in the row. */
  confirm?: (draft: T) => Promise<boolean>
  /** Asks for an optional reason, which is passed to `onSave`. */
  asksReason?: boolean
  /** Called only with a changed draft. A thrown error is shown in the row, except a `DeclinedError`. `reason`: empty unless asked for. */
  onSave?: (draft: T, reason: string) => Promise<unknown>
  same?: (a: T, b: T) => boolean
  /** Called when the draft starts or stops to differ. */
  onDirty?: (dirty: boolean) => void
}

interface RowFailure {
  text: string
  /** The input is wrong, so the text is shown there and the input gets the focus. */
  isOfInput: boolean
}

/** The server's issue on the value is more specific than the error. */
function failureOf(error: unknown): RowFailure {
  const { title, detail } = failureText(error)
  const issues = error instanceof ApiError ? error.issues.map(({ message }) => message) : []
  return issues.length > 0
    ? { text: issues.join('。'), isOfInput: true }
    : { text: `${title}。${detail}`, isOfInput: false }
}

/** Scrolls it above a dialog's sticky footer. */
const reveal = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

const focusInput = (editor: HTMLElement | null) => {
  const first = (which: string) => editor?.querySelector<HTMLElement>(which)
  // A range's first number rather than its switch; a calendar is opened by a button.
  const input =
    first('input:not([type=hidden],[type=checkbox]),textarea,select') ??
    first('input:not([type=hidden]),button')
  input?.focus()
  // Typing replaces it.
  if (input instanceof HTMLInputElement) input.select()
  reveal(editor?.closest('form') ?? null)
}

/** A fact with edit button. Enter saves, Esc cancels, a failed save keeps the draft. */
export function InlineRow<T>({
  label,
  value,
  initial,
  wide = false,
  editLabel,
  editRef,
  rowRef,
  editor,
  note,
  validate,
  confirm,
  asksReason = false,
  onSave,
  same = Object.is,
  onDirty,
}: Props<T>) {
  /** `before`: the value when editing began; changes by others do not make the draft dirty. */
  const [draft, setDraft] = useState<{ value: T; before: T } | null>(null)
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState<RowFailure | null>(null)
  const [saved, setSaved] = useState(false)
  const [saving, startSaving] = useWorking()
  const ownRef = useRef<HTMLButtonElement>(null)
  const pencil = editRef ?? ownRef
  const ownRowRef = useRef<HTMLFieldSetElement>(null)
  const row = rowRef ?? ownRowRef
  const editorRef = useRef<HTMLDivElement>(null)
  const isEditing = draft !== null
  const leaving = useRef(false)
  const refused = useRef(false)
  const dirty = draft !== null && !same(draft.value, draft.before)
  useBusy(label, dirty, 'input')
  useEffect(() => {
    if (!dirty) return
    onDirty?.(true)
    return () => onDirty?.(false)
  }, [dirty, onDirty])

  const edit = () => {
    setSaved(false)
    setFailure(null)
    setReason('')
    setDraft({ value: initial, before: initial })
  }
  const close = () => {
    leaving.current = true
    setDraft(null)
    setFailure(null)
  }
  useEffect(() => {
    if (draft !== null || !leaving.current) return
    leaving.current = false
    // Re-rendered by now; otherwise focus would fall to the page.
    pencil.current?.focus()
  }, [draft, pencil])
  useEffect(() => {
    if (isEditing) focusInput(editorRef.current)
  }, [isEditing])
  const refuse = (found: RowFailure) => {
    refused.current = true
    setFailure(found)
  }
  useEffect(() => {
    if (!refused.current) return
    refused.current = false
    const input = row.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (!failure?.isOfInput || !input) return
    input.focus()
    // With the message below the input.
    reveal(input.closest('form'))
  }, [failure, row])
  const wrongIn = (value: T): RowFailure | null => {
    const text = validate?.(value) ?? null
    return text === null ? null : { text, isOfInput: true }
  }
  const change = (value: T, before: T) => {
    setDraft({ value, before })
    if (failure?.isOfInput) setFailure(wrongIn(value))
  }
  const save = () => {
    if (draft === null || saving) return
    if (same(draft.value, draft.before)) return close()
    const wrong = wrongIn(draft.value)
    if (wrong !== null) return refuse(wrong)
    setFailure(null)
    startSaving(async () => {
      try {
        if (confirm && !(await confirm(draft.value))) return focusInput(editorRef.current)
        await onSave?.(draft.value, reason)
        setSaved(true)
        close()
      } catch (error) {
        if (error instanceof DeclinedError) focusInput(editorRef.current)
        else refuse(failureOf(error))
      }
    })
  }
  const cancelOnEscape = (event: KeyboardEvent) => {
    const { key, nativeEvent, target, currentTarget } = event
    if (key !== 'Escape' || nativeEvent.isComposing || !(target instanceof Element)) return
    // An open dropdown handles the key first; a calendar's is outside the form, and React still reports its keys here.
    if (target.getAttribute('aria-expanded') === 'true' || !currentTarget.contains(target)) return
    event.stopPropagation()
    if (!saving) close()
  }

  return (
    <fieldset
      ref={row}
      className={clsx(classes.row, saved && classes.saved)}
      data-editing={draft !== null || undefined}
      aria-label={label}
    >
      <span className={classes.label}>{label}</span>
      {draft === null || editor === undefined ? (
        <>
          <span className={classes.value}>{value}</span>
          {editor && editLabel !== undefined && (
            <Button ref={pencil} leftSection={<IconPencil size={20} aria-hidden />} onClick={edit}>
              {editLabel}
            </Button>
          )}
          {editor && editLabel === undefined && (
            <ActionIcon ref={pencil} className={classes.pencil} onClick={edit} aria-label={`${label}を編集`}>
              <IconPencil size={20} aria-hidden />
            </ActionIcon>
          )}
        </>
      ) : (
        <form
          className={classes.form}
          data-wide={wide || undefined}
          onKeyDown={cancelOnEscape}
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
          noValidate
        >
          <div className={classes.field}>
            <div ref={editorRef}>
              {editor({
                draft: draft.value,
                change: (next) => change(next, draft.before),
                props: {
                  'aria-label': label,
                  error: failure?.isOfInput ? failure.text : null,
                  errorProps: { role: 'alert' },
                  readOnly: saving,
                },
              })}
            </div>
            {failure !== null && !failure.isOfInput && (
              <p ref={reveal} className={classes.failure} role="alert">
                {failure.text}
              </p>
            )}
            {asksReason && dirty && (
              <TextInput
                mt="xs"
                label="修正の理由（任意）"
                readOnly={saving}
                value={reason}
                onChange={({ currentTarget }) => setReason(currentTarget.value)}
              />
            )}
          </div>
          <Flex wrap="wrap" gap="xs">
            <Button type="submit" loading={saving}>
              保存
            </Button>
            <Button variant="default" onClick={close} disabled={saving}>
              キャンセル
            </Button>
          </Flex>
          {note && (
            <Box flex="0 1 100%" fz="sm" lh="1.5rem">
              {note(draft.value)}
            </Box>
          )}
        </form>
      )}
    </fieldset>
  )
}
