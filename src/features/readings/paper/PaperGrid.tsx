import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useOfflineSince } from '../../../lib/live/offlineSince.ts'
import { isPhone } from '../../../ui/layout/breakpoints.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { useWorking } from '../../../ui/state/useWorking.ts'
import { isTyped } from './draft.ts'
import type { PaperMeter } from './judgeRow.ts'
import { moveBetweenFields } from './moveBetweenFields.ts'
import classes from './Paper.module.css'
import { PaperRow } from './PaperRow.tsx'
import { useDraft } from './useDraft.ts'
import { usePaperStore } from './usePaperStore.tsx'

interface Props {
  draftKey: string
  measuredAt: string
  meters: readonly PaperMeter[]
  /** Moves to the time, which is later than now; null: it is not. */
  onFuture: (() => void) | null
}

const fieldsOf = (grid: HTMLElement | null) => [
  ...(grid?.querySelectorAll<HTMLInputElement>('input[data-value]') ?? []),
]

/** A row for each meter, with the keys of a paper list: the value, Enter, the next. */
export function PaperGrid({ draftKey, measuredAt, meters, onFuture }: Props) {
  const grid = useRef<HTMLElement>(null)
  const { rows, write, restart } = useDraft(draftKey, measuredAt)
  const { failures, stored, store, notices } = usePaperStore({ measuredAt, rows, restart })
  const [storing, startStoring] = useWorking()
  const isOffline = useOfflineSince() !== null
  const typed = meters.filter(({ meter }) => isTyped(rows[meter.id]))
  const left = meters.filter(({ meter }) => !isTyped(rows[meter.id]) && !stored.has(meter.id)).length
  const focusFirst = (is: (meterId: number) => boolean) => {
    const index = meters.findIndex(({ meter }) => is(meter.id))
    fieldsOf(grid.current)[index]?.focus()
  }
  const failureOf = (meterId: number) => {
    const failure = failures.get(meterId)
    return failure?.text === rows[meterId]?.text ? failure?.reason : undefined
  }
  useEffect(() => {
    if (isPhone()) return
    fieldsOf(grid.current)
      .find(({ value }) => value === '')
      ?.focus()
  }, [])
  const submit = () => {
    if (onFuture !== null) return onFuture()
    if (typed.length === 0) {
      notify.info('登録する値がありません。測定値を入力してください。')
      return focusFirst(() => true)
    }
    if (isOffline) {
      notify.info('オフラインのため登録できません。入力した値はこの端末に残っています。')
      return
    }
    startStoring(async () => {
      try {
        const open = await store(typed)
        focusFirst((meterId) => open.includes(meterId))
      } catch (error) {
        // What the questions need to know may fail to load.
        notices.failure(error, { title: '測定値を登録できませんでした' })
      }
    })
  }
  return (
    <section ref={grid} className={classes.grid} aria-label="測定値の一覧" onKeyDown={moveBetweenFields}>
      <ol className={classes.list} aria-label="メーター">
        <li className={classes.titles} aria-hidden>
          <span>メーター</span>
          <span>前回</span>
          <span>測定値</span>
          <span>前回との差</span>
          <span>ふだんの範囲</span>
        </li>
        {meters.map((row) => (
          <PaperRow
            key={row.meter.id}
            row={row}
            measuredAt={measuredAt}
            text={rows[row.meter.id]?.text ?? ''}
            failure={failureOf(row.meter.id)}
            isStored={stored.has(row.meter.id) && !isTyped(rows[row.meter.id])}
            onText={write}
          />
        ))}
      </ol>
      <div className={classes.bar}>
        <span role="status">
          {isOffline && <span>オフラインです。入力した値はこの端末に残り、つながってから登録できます。</span>}
          <span>残り {left}</span>
        </span>
        {storing && <span>登録中 あと{typed.length}件</span>}
        <Button loading={storing} onClick={submit} data-store>
          {typed.length}件を登録
        </Button>
      </div>
    </section>
  )
}
