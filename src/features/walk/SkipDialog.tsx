import { Box, Button, Textarea } from '@mantine/core'
import { IconPlayerSkipForward } from '@tabler/icons-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import { type SkipReason, skipReasons } from '../../../contract/rounds.ts'
import { saveSkip } from '../../../offline/skips.ts'
import { requestBackgroundSync } from '../../lib/held/requestBackgroundSync.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { skipReasonTexts } from '../../lib/rounds/skipReasonTexts.ts'
import { lastClockOffset } from '../../lib/session/clockOffset.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { useFailureNotices } from '../../ui/notice/useFailureNotices.ts'
import text from '../../ui/text/Text.module.css'
import classes from './SkipDialog.module.css'
import { useUndoSkip } from './useUndoSkip.ts'

const laterText = 'あとで撮影すると、スキップは取り消されます。'

interface Props {
  meter: Meter
  onClose: () => void
  onSkipped?: () => void
}

/** Leaves a meter out of the round: one press says why, その他 asks for words. */
export function SkipDialog({ meter, onClose, onSkipped }: Props) {
  const { id: userId, organization } = useAccount()
  const undoSkip = useUndoSkip()
  const notices = useFailureNotices()
  const [writing, setWriting] = useState(false)
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const [saving, setSaving] = useState(false)
  const form = useId()
  const words = useRef<HTMLTextAreaElement>(null)

  const skip = async (reason: SkipReason) => {
    if (saving) return
    setSaving(true)
    const id = crypto.randomUUID()
    try {
      await saveSkip({
        id,
        userId,
        organizationId: organization.id,
        organizationName: organization.name,
        meterId: meter.id,
        meterName: meter.name,
        reason,
        note: reason === 'other' ? note.trim() : '',
        skippedAt: Date.now(),
        clockOffset: lastClockOffset(),
      })
    } catch (error) {
      setSaving(false)
      notices.failure(error, { title: 'スキップを保存できませんでした' })
      return
    }
    void requestBackgroundSync()
    notify.undoable({
      title: `「${meter.name}」をスキップしました`,
      text: laterText,
      undo: () => void undoSkip(id, meter),
    })
    onClose()
    onSkipped?.()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (note.trim() !== '') void skip('other')
    else {
      setMissing(true)
      words.current?.focus()
    }
  }

  return (
    <Dialog
      opened
      title="スキップの理由"
      width={480}
      dirty={note.trim() !== '' && !saving}
      onClose={onClose}
      actions={
        writing && (
          <Button
            type="submit"
            form={form}
            size="lg"
            loading={saving}
            leftSection={<IconPlayerSkipForward size={22} aria-hidden />}
          >
            スキップ
          </Button>
        )
      }
    >
      <Box component="p" className={text.name} mb={4} lh="inherit">
        {meter.name}
      </Box>
      <Box component="p" mb={12}>
        {laterText}
      </Box>
      <ReasonButtons
        writing={writing}
        onReason={(reason) => (reason === 'other' ? setWriting(true) : void skip(reason))}
      />
      {writing && (
        <Box component="form" mt={16} id={form} onSubmit={submit} noValidate>
          <Textarea
            ref={words}
            // The person has just asked for it.
            autoFocus
            label="理由"
            required
            autosize
            minRows={2}
            value={note}
            onChange={({ currentTarget }) => {
              setNote(currentTarget.value)
              setMissing(false)
            }}
            error={missing && '理由を入力してください'}
          />
        </Box>
      )}
    </Dialog>
  )
}

function ReasonButtons({ writing, onReason }: { writing: boolean; onReason: (reason: SkipReason) => void }) {
  return (
    <div className={classes.reasons}>
      {skipReasons.map((reason) => (
        <Button
          key={reason}
          size="lg"
          variant={writing && reason === 'other' ? 'light' : 'default'}
          aria-expanded={reason === 'other' ? writing : undefined}
          onClick={() => onReason(reason)}
        >
          {skipReasonTexts[reason]}
        </Button>
      ))}
    </div>
  )
}
