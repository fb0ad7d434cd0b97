import { ActionIcon, Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import clsx from 'clsx'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState, useTransition } from 'react'
import { ApiError } from '../../lib/api.ts'
import { failureText } from '../../lib/failures.ts'
import { useBusy } from '../../pwa/busy.ts'
import classes from './InlineRow.module.css'

/** What an editor is given. Spread `props` on the input. */
export interface Editing<T> {
  draft: T
  change: (draft: T) => void
  props: {
    'aria-label': string
    'aria-describedby'?: string
    error: boolean
    /** While it is being saved; the focus stays where it is. */
    readOnly: boolean
  }
}

interface Props<T> {
  label: string
  /** How the value stands in the row. */
  value: ReactNode
  /** What editing begins with. */
  initial: T
  /** Its editor is as wide as the row allows, and the buttons stand below. */
  wide?: boolean
  /** The input; without it the row is read-only. */
  editor?: ((editing: Editing<T>) => ReactNode) | undefined
  /** Why the draft cannot be saved, or null. */
  validate?: (draft: T) => string | null
  /** Asks about the consequence of a changed draft; false goes on editing. */
  agree?: (draft: T) => Promise<boolean>
  /** Called only with a changed draft. What it throws stands in the row, beside what was typed. */
  onSave?: (draft: T) => Promise<unknown>
  same?: (a: T, b: T) => boolean
  /** Told when input begins to differ from what is saved, and when it no longer does. */
  onDirty?: (dirty: boolean) => void
}

/** What the server finds wrong in the one value that was sent says more than that something is. */
function whyNot(error: unknown): string {
  const { title, detail } = failureText(error)
  const issues = error instanceof ApiError ? error.issues.map(({ message }) => message) : []
  return issues.length > 0 ? issues.join('。') : `${title}。${detail}`
}

/** What a person must see now, also above actions that stand at the bottom of a dialog. */
const reveal = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

const focusFirst = (form: HTMLFormElement | null) => {
  const first = (which: string) => form?.querySelector<HTMLElement>(which)
  // A range that is on is opened for its numbers, not for its switch.
  const input = first('input:not([type=hidden],[type=checkbox]),textarea,select') ?? first('input')
  input?.focus()
  // What stands there is there to be typed over.
  if (input instanceof HTMLInputElement) input.select()
  reveal(form)
}

/** A fact: label, value, pencil. Enter saves, Esc cancels, a failed save keeps what was typed. */
export function InlineRow<T>({
  label,
  value,
  initial,
  wide = false,
  editor,
  validate,
  agree,
  onSave,
  same = Object.is,
  onDirty,
}: Props<T>) {
  /** `before`: as it was when editing began; what others save meanwhile is no input of this person’s. */
  const [draft, setDraft] = useState<{ value: T; before: T } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [saved, setSaved] = useState(false)
  const [saving, startSaving] = useTransition()
  const pencil = useRef<HTMLButtonElement>(null)
  const leaving = useRef(false)
  const failureId = useId()
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
    // It is there again by now; the focus must not fall to the page's beginning.
    pencil.current?.focus()
  }, [draft])
  const save = async () => {
    if (draft === null || saving) return
    if (same(draft.value, draft.before)) return close()
    const wrong = validate?.(draft.value) ?? null
    setFailure(wrong)
    if (wrong !== null) return
    // Outside the transition, which would hold the question back until it is answered.
    if (agree && !(await agree(draft.value))) return
    startSaving(async () => {
      try {
        await onSave?.(draft.value)
        setSaved(true)
        close()
      } catch (error) {
        setFailure(whyNot(error))
      }
    })
  }
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    // An open list of choices takes the key first.
    if (event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true') return
    event.stopPropagation()
    if (!saving) close()
  }

  return (
    <fieldset
      className={clsx(classes.row, saved && classes.saved)}
      data-editing={draft !== null || undefined}
      aria-label={label}
    >
      <span className={classes.label}>{label}</span>
      {draft === null || editor === undefined ? (
        <>
          <span className={classes.value}>{value}</span>
          {editor && (
            <ActionIcon ref={pencil} className={classes.pencil} onClick={edit} aria-label={`${label}を編集`}>
              <IconPencil size={20} aria-hidden />
            </ActionIcon>
          )}
        </>
      ) : (
        <form
          ref={focusFirst}
          className={classes.form}
          data-wide={wide || undefined}
          onKeyDown={cancelOnEscape}
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
          noValidate
        >
          <div className={classes.field}>
            {editor({
              draft: draft.value,
              change: (next) => setDraft({ ...draft, value: next }),
              props: {
                'aria-label': label,
                ...(failure !== null && { 'aria-describedby': failureId }),
                error: failure !== null,
                readOnly: saving,
              },
            })}
          </div>
          <div className={classes.buttons}>
            <Button type="submit" loading={saving}>
              保存
            </Button>
            <Button variant="default" onClick={close} disabled={saving}>
              キャンセル
            </Button>
          </div>
          {failure !== null && (
            <p ref={reveal} id={failureId} className={classes.failure} role="alert">
              {failure}
            </p>
          )}
        </form>
      )}
    </fieldset>
  )
}
