import { TextInput } from '@mantine/core'
import { use, useState } from 'react'
import * as z from 'zod/mini'
import { oneLine } from '../../../contract/calls/wire.ts'
import type { Board } from '../../../contract/closing/closings.ts'
import { textLimit } from '../../../text/limits.ts'
import { monthText } from '../../../text/monthText.ts'
import { ApiError } from '../../failures/callErrors.ts'
import { useCloseMonth } from '../../lib/mutations/closingMutations.ts'
import { closingTimeText } from '../../shared/closings/closingTimeText.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import classes from './Board.module.css'
import { type BoardMeter, codedName, isException, listNames, stateNames } from './boardRows.ts'

interface Props {
  cycleId: number
  board: Board
  meters: readonly BoardMeter[]
  /** By meter id. */
  reasons: Readonly<Record<string, string>>
  onClosed: () => void
  onClose: () => void
}

interface Values {
  /** Why a month is closed again. */
  reason: string
  /** For all exceptions without a reason of their own. */
  common: string
}

const text = z.string().check(z.trim(), z.maxLength(textLimit), oneLine)
const required = (message: string) => text.check(z.minLength(1, message))

/** 締める, or 再締め: says what is closed, and asks for the reasons that are missing. */
export function CloseDialog({ cycleId, board, meters, reasons, onClosed, onClose }: Props) {
  const zone = use(TimeZone)
  const { month, closing } = board
  const close = useCloseMonth(cycleId)
  /** What the server says of meters without a reason: a closed board does not show what is open now. */
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const isRefused = (row: BoardMeter) => refusals.some((text) => text.startsWith(`「${codedName(row)}」`))
  const reasonOf = (row: BoardMeter): string | null => {
    if (closing === null) return reasons[row.id]?.trim() || null
    return row.state === 'corrected' ? null : row.reason
  }
  const exceptions = meters.filter((row) =>
    closing === null ? isException(row) : row.reason !== null || row.state === 'corrected' || isRefused(row),
  )
  const open = exceptions.filter((row) => reasonOf(row) === null)
  const asked = closing === null ? open : open.filter(isRefused)
  const verb = closing === null ? '締める' : '再締め'
  const submitForm = useSubmitForm<Values>({
    initialValues: { reason: '', common: '' },
    schema: z.object({
      reason: closing === null ? text : required('再締めの理由を入力してください'),
      common: asked.length > 0 ? required('締める理由を入力してください') : text,
    }),
    failed: `${monthText(month)}を${closing === null ? '締められませんでした' : '再締めできませんでした'}`,
    // Of the month itself: another person closed it, or it has no meters.
    fields: { exceptions: 'common', month: 'common', version: 'common' },
    send: async ({ reason, common }) => {
      try {
        await close.mutateAsync({
          month,
          version: (closing?.version ?? 0) + 1,
          ...(closing !== null && { reason: reason.trim() }),
          exceptions: exceptions.map((row) => ({
            meter_id: row.id,
            reason: reasonOf(row) ?? (asked.includes(row) ? common : reason).trim(),
          })),
        })
      } catch (error) {
        const issues = error instanceof ApiError ? error.issues : []
        setRefusals(issues.filter(({ path }) => path === 'exceptions').map(({ message }) => message))
        throw error
      }
      notify.success(`${monthText(month)}を${closing === null ? '締めました' : '再締めしました'}`)
      onClosed()
    },
  })
  const { form } = submitForm
  const count = (state: BoardMeter['state']) => meters.filter((row) => row.state === state).length
  return (
    <FormDialog
      title={`${monthText(month)}の${closing === null ? '締め' : '再締め'}`}
      width={560}
      verb={verb}
      form={submitForm}
      className={classes.form}
      onClose={onClose}
    >
      {closing === null ? (
        <p>
          {closingTimeText(board.to, zone)} までのメーター {meters.length}件を締めます（
          {(['confirmed', 'estimated', 'review', 'missing'] as const)
            .map((state) => `${stateNames[state]} ${count(state)}`)
            .join('、')}
          ）。締めた数値は変わりません。後からの修正は、次に締める月で調整します。
        </p>
      ) : (
        <p>
          今の測定値で第{closing.version + 1}版を作ります。第{closing.version}
          版はそのまま残ります。再締めしなければ、差は次に締める月で調整します。
        </p>
      )}
      {closing !== null && (
        <TextInput
          label="再締めの理由"
          withAsterisk
          description={`${listNames.corrected}のメーターの理由としても記録します`}
          {...form.getInputProps('reason')}
        />
      )}
      {asked.length > 0 && (
        <>
          <ul className={classes.names} aria-label="理由のないメーター">
            {asked.map((row) => (
              <li key={row.id}>
                {codedName(row)}
                {closing === null &&
                  `（${[...(row.state === 'confirmed' ? [] : [stateNames[row.state]]), ...row.checkTexts].join('、')}）`}
              </li>
            ))}
          </ul>
          <TextInput
            label={`理由のない ${asked.length}件を締める理由`}
            withAsterisk
            {...form.getInputProps('common')}
          />
        </>
      )}
    </FormDialog>
  )
}
