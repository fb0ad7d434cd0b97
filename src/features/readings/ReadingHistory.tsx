import { Button } from '@mantine/core'
import { IconArrowRight, IconChevronDown, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Reading, ReadingChange } from '../../../contract/readings.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { readingChangesQuery } from '../../lib/queries/readings.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { RangeText } from '../../ui/text/RangeText.tsx'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { ValueText } from '../../ui/text/ValueText.tsx'
import classes from './ReadingHistory.module.css'

/** 変更履歴 of value, time, abnormal range and alert confirmation. Fetched when opened. */
export function ReadingHistory({ reading }: { reading: Reading }) {
  const [opened, setOpened] = useState(false)
  const id = useId()
  return (
    <section className={classes.history} aria-label="変更履歴">
      <Button
        variant="subtle"
        className={classes.toggle}
        leftSection={<IconHistory size={20} aria-hidden />}
        rightSection={<IconChevronDown className={classes.chevron} size={18} aria-hidden />}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        変更履歴
      </Button>
      <div id={id}>{opened && <Changes reading={reading} />}</div>
    </section>
  )
}

/** Scrolls it above the dialog's fixed footer. */
const reveal = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

function Changes({ reading }: { reading: Reading }) {
  const { data: changes, error, refetch } = useQuery(readingChangesQuery(reading.id))
  const { units } = useMasters('units')
  const unit = nameIn(units, reading.meter.meter_unit_id)
  if (changes === undefined) {
    return error ? (
      <ErrorState error={error} retry={() => void refetch()} />
    ) : (
      <RowSkeletons count={2} height={64} />
    )
  }
  if (changes.length === 0)
    return (
      <p ref={reveal} className={classes.none}>
        変更はありません
      </p>
    )
  return (
    <ol ref={reveal} className={classes.changes} aria-label="変更の一覧">
      {changes.map((change) => (
        <li key={`${change.action}-${change.id}`} className={classes.change}>
          <span className={classes.who}>
            <TimeText time={change.at} />
            <span className={classes.user}>{change.user === '' ? '退会した利用者' : change.user}</span>
          </span>
          <What change={change} unit={unit} decimals={reading.meter.decimal_point} />
        </li>
      ))}
    </ol>
  )
}

interface WhatProps {
  change: ReadingChange
  unit: string | undefined
  decimals: number | null
}

function What({ change, unit, decimals }: WhatProps) {
  const value = (of: { value: number | null }) => (
    <ValueText value={of.value} unit={unit} decimals={decimals} wraps />
  )
  const range = (of: { start: number | null; end: number | null }) => (
    <RangeText start={of.start} end={of.end} decimals={decimals} unit={unit} />
  )
  const to = <IconArrowRight size={18} role="img" aria-label="から" />
  switch (change.action) {
    case 'delete':
      return <span className={classes.what}>{value(change.before)} を削除</span>
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
            <span className={classes.kind}>測定日時</span>
            <span>
              <TimeText time={change.after.created_at} /> で確定
            </span>
          </span>
        )
      return (
        <span className={classes.what}>
          <span className={classes.kind}>測定日時</span>
          <TimeText time={change.before.created_at} />
          {to}
          <TimeText time={change.after.created_at} />
        </span>
      )
    case 'range':
      return (
        <span className={classes.what}>
          <span className={classes.kind}>異常範囲</span>
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
            <span className={classes.kind}>（異常範囲 {range(change.range)}）</span>
          )}
          {change.comment !== null && <span className={classes.comment}>{change.comment}</span>}
        </span>
      )
    case 'undo':
      return <span className={classes.what}>アラートの確認を取り消し</span>
  }
}
