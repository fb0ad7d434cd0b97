import { Menu } from '@mantine/core'
import { IconArrowBackUp, IconPencil } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { amendedBy } from '../../../../offline/amendments.ts'
import { isDiscardable, type ValueRow } from '../../../../offline/rows.ts'
import { useOutboxRows } from '../../../lib/held/outboxRows.ts'
import { amendedText } from '../captureTexts.ts'
import { isWithdrawable, withdrawWithQuestion } from './withdrawWithQuestion.ts'

/** Lazy: for a press (decision 019). */
const OutboxValueDialog = lazy(async () => ({
  default: (await import('./OutboxValueDialog.tsx')).OutboxValueDialog,
}))

interface Shown {
  /** What the server has read. */
  readValue: number | null
  picture: string | null
}

interface RowValue {
  /** With its last correction; null: none was confirmed. */
  value: number | null
  /** By an amendment, sent or not. */
  isWithdrawn: boolean
  /** Says that the row is withdrawn or corrected, or will be once the server has received that. */
  amended: ReactNode
  /** Opens the dialog in which the value is entered. */
  enter: () => void
  enterItem: ReactNode
  /** 取り消す, while the row may be withdrawn. */
  withdrawItem: ReactNode
  dialog: ReactNode
}

/** Entering and withdrawing the value of a row in 送信状況. */
export function useRowValue(row: ValueRow, { readValue, picture }: Shown): RowValue {
  const [entering, setEntering] = useState(false)
  const enter = () => setEntering(true)
  const { withdrawal, correction } = amendedBy(useOutboxRows(), row.id)
  const isWithdrawn = withdrawal !== undefined
  const amendment = withdrawal ?? correction
  return {
    value: correction?.value ?? row.value,
    isWithdrawn,
    amended: amendment && <span>{amendedText(amendment)}</span>,
    enter,
    enterItem: !isWithdrawn && (
      <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={enter}>
        {(row.value ?? readValue) === null ? '値を入力' : '値を修正'}
      </Menu.Item>
    ),
    withdrawItem: !isWithdrawn && !isDiscardable(row) && isWithdrawable(row) && (
      <Menu.Item
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
        onClick={() => void withdrawWithQuestion(row)}
      >
        取り消す
      </Menu.Item>
    ),
    dialog: entering && (
      <Suspense>
        <OutboxValueDialog
          capture={row}
          readValue={readValue}
          picture={picture}
          onClose={() => setEntering(false)}
        />
      </Suspense>
    ),
  }
}
