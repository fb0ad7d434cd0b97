import { Menu } from '@mantine/core'
import { IconArrowBackUp, IconKeyboard, IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { type Entry, isDiscardable } from '../../../../offline/rows.ts'
import { byServerClock } from '../../../../offline/sendable.ts'
import { ValueText } from '../../../shared/readings/ValueText.tsx'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import { recordSteps, stateTexts, stepsDone } from '../captureTexts.ts'
import { OutboxItem } from './OutboxItem.tsx'
import classes from './OutboxRow.module.css'
import { isWithdrawable, withdrawWithQuestion } from './withdrawWithQuestion.ts'

/** Lazy: for a press (decision 019). */
const OutboxValueDialog = lazy(async () => ({
  default: (await import('./OutboxValueDialog.tsx')).OutboxValueDialog,
}))

interface Props {
  entry: Entry
  organizationId: number
}

/** A value without a photograph: time, value, status, actions. */
export function EntryRow({ entry, organizationId }: Props) {
  const [entering, setEntering] = useState(false)
  return (
    <OutboxItem
      row={entry}
      organizationId={organizationId}
      picture={
        <span className={classes.kind}>
          <IconKeyboard size={24} aria-hidden />
          値だけ
        </span>
      }
      line={
        <>
          <TimeText time={byServerClock(entry.capturedAt, entry)} />
          <ValueText value={entry.value} unit={entry.unit} decimals={entry.decimalPoint} size="sm" />
        </>
      }
      steps={recordSteps}
      done={stepsDone(entry, false)}
      pill={stateTexts[entry.state]}
      items={
        entry.state !== 'discarded' && (
          <>
            <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setEntering(true)}>
              値を修正
            </Menu.Item>
            {!isDiscardable(entry) && isWithdrawable(entry) && (
              <Menu.Item
                leftSection={<IconArrowBackUp size={18} aria-hidden />}
                onClick={() => void withdrawWithQuestion(entry)}
              >
                取り消す
              </Menu.Item>
            )}
          </>
        )
      }
      dialog={
        entering && (
          <Suspense>
            <OutboxValueDialog
              capture={entry}
              readValue={null}
              picture={null}
              onClose={() => setEntering(false)}
            />
          </Suspense>
        )
      }
    />
  )
}
