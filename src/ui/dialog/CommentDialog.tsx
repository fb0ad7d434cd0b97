import { Alert, Button, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { failureText } from '../../failures/failureText.ts'
import { useWorking } from '../state/useWorking.ts'
import { Dialog } from './Dialog.tsx'

interface Props {
  title: string
  /** Names the thing and the consequence. */
  text: string
  /** What has changed since it was opened; null: nothing. */
  note?: string | null
  /** The comment to start from. */
  initial?: string
  /** On the button, such as 確認済みにする. */
  verb: string
  /** With what was typed, perhaps nothing. What it throws stands above, what it answers at the field. */
  onSubmit: (comment: string) => Promise<string | undefined>
  onClose: () => void
}

/** Asks before something, with room for a comment. Without the form kit, whose library home would load for one field. */
export function CommentDialog({ title, text, note, initial = '', verb, onSubmit, onClose }: Props) {
  const [comment, setComment] = useState(initial)
  const [failure, setFailure] = useState<ReturnType<typeof failureText> | null>(null)
  const [remark, setRemark] = useState<string | null>(null)
  const [sending, startSending] = useWorking()
  const formId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    startSending(async () => {
      try {
        const answer = await onSubmit(comment.trim())
        setFailure(null)
        setRemark(answer ?? null)
      } catch (error) {
        setFailure(failureText(error))
      }
    })
  }
  // Not while sending: what follows may leave the screen.
  const dirty = comment.trim() !== initial && !sending
  return (
    <Dialog
      opened
      title={title}
      width={480}
      dirty={dirty}
      onClose={() => !sending && onClose()}
      actions={(close) => (
        <>
          <Button variant="default" onClick={close} disabled={sending}>
            キャンセル
          </Button>
          <Button type="submit" form={formId} loading={sending}>
            {verb}
          </Button>
        </>
      )}
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Text mb="md">{text}</Text>
        <div role="status">
          {note && (
            <Text mb="md" fw={700}>
              {note}
            </Text>
          )}
        </div>
        {failure && (
          <Alert
            color="red"
            role="alert"
            icon={<IconAlertTriangle aria-hidden />}
            title={failure.title}
            mb="md"
          >
            {failure.detail}
          </Alert>
        )}
        <TextInput
          data-autofocus
          label="コメント（任意）"
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
          error={remark}
          errorProps={{ role: 'alert' }}
          readOnly={sending}
        />
      </form>
    </Dialog>
  )
}
