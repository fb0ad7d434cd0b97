import { Box } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { CategoryType } from '../../../contract/categories.ts'
import type { ReadingChange } from '../../../contract/readings.ts'
import { RangeText } from '../../shared/ranges/RangeText.tsx'
import { ValueText } from '../../shared/readings/ValueText.tsx'
import text from '../../ui/text/Text.module.css'
import { TimeText } from '../../ui/text/TimeText.tsx'
import classes from './detail/ReadingHistory.module.css'

type Changed = Extract<ReadingChange, { action: 'correct' }>['before']
type ChangedRange = Extract<ReadingChange, { action: 'range' }>['before']

interface Props {
  change: ReadingChange
  /** Of the meter; null or undefined: not known. */
  type: CategoryType | null | undefined
}

/** What a person did to a reading or its judgement, and why. */
export function ChangeText(props: Props) {
  const { change } = props
  return (
    <>
      <What {...props} />
      {'reason' in change && change.reason !== null && (
        <span className={classes.comment}>理由: {change.reason}</span>
      )}
    </>
  )
}

function What({ change, type }: Props) {
  const value = ({ value, read_state: state, value_format: format }: Changed) => (
    <ValueText value={value} state={state} type={type} {...format} wraps />
  )
  const range = ({ start, end, value_format: format }: ChangedRange) => (
    <RangeText start={start} end={end} decimals={null} {...format} />
  )
  const to = <IconArrowRight size={18} role="img" aria-label="から" />
  switch (change.action) {
    case 'create':
      return <span className={classes.what}>{value(change.after)} を入力しました</span>
    case 'delete':
      return <span className={classes.what}>{value(change.before)} を削除しました</span>
    case 'restore':
      return <span className={classes.what}>{value(change.after)} を元に戻しました</span>
    case 'correct':
      if (change.after.value === change.before.value)
        return <span className={classes.what}>{value(change.after)} で確定</span>
      return (
        <span className={classes.what}>
          {value(change.before)}
          {to}
          {value(change.after)}
        </span>
      )
    case 'time':
      if (change.after.created_at === change.before.created_at)
        return (
          <span className={classes.what}>
            <span className={text.dimmed}>測定日時</span>
            <span>
              <TimeText time={change.after.created_at} /> で確定
            </span>
          </span>
        )
      return (
        <span className={classes.what}>
          <span className={text.dimmed}>測定日時</span>
          <TimeText time={change.before.created_at} />
          {to}
          <TimeText time={change.after.created_at} />
        </span>
      )
    case 'meter':
      return (
        <span className={classes.what}>
          <span className={text.dimmed}>メーター</span>
          <span className="break-anywhere">{change.before.name}</span>
          {to}
          <span className="break-anywhere">{change.after.name}</span>
        </span>
      )
    case 'range':
      return (
        <span className={classes.what}>
          <span className={text.dimmed}>異常範囲</span>
          {range(change.before)}
          {to}
          {range(change.after)}
        </span>
      )
    case 'confirm':
      return (
        <span className={classes.what}>
          <span>アラートを確認済みに変更</span>
          {(change.range.start !== null || change.range.end !== null) && (
            <span className={text.dimmed}>（異常範囲 {range(change.range)}）</span>
          )}
          {change.comment !== null && <span className={classes.comment}>{change.comment}</span>}
        </span>
      )
    case 'undo':
      return <span className={classes.what}>アラートの確認を取り消し</span>
    case 'comment':
      return (
        <span className={classes.what}>
          <span className={text.dimmed}>アラートのコメント</span>
          <Box component="span" miw={0} className="break-anywhere">
            {change.before.comment ?? '（なし）'}
          </Box>
          {to}
          <Box component="span" miw={0} className="break-anywhere">
            {change.after.comment ?? '（なし）'}
          </Box>
        </span>
      )
  }
}
