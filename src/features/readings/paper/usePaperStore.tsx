import { useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import type { Doubt } from '../../../../contract/values/doubts.ts'
import { formatNumber } from '../../../../text/formatNumber.ts'
import { ApiError, DeclinedError, NetworkError } from '../../../failures/callErrors.ts'
import { failureText } from '../../../failures/failureText.ts'
import {
  type PaperReading,
  useCreateReadings,
  useDeleteReadings,
} from '../../../lib/mutations/paperMutations.ts'
import { valuesAroundQuery } from '../../../lib/queries/readings.ts'
import type { ToldDoubt } from '../../../lib/readings/plausibility.ts'
import { confirmDoubt } from '../../../ui/dialog/confirm.tsx'
import { notify } from '../../../ui/notice/notify.tsx'
import { useFailureNotices } from '../../../ui/notice/useFailureNotices.ts'
import { correctedNow, TimeZone } from '../../../ui/text/currentMinute.ts'
import { formatRelativeTime } from '../../../ui/text/formatTime.ts'
import { instantOfLocal } from '../../../ui/text/localTime.ts'
import type { Draft } from './draft.ts'
import { judgeRow, type PaperMeter } from './judgeRow.ts'
import classes from './Paper.module.css'
import type { RowChange } from './useDraft.ts'

interface Asked {
  row: PaperMeter
  value: number
  doubts: ToldDoubt[]
}

/** Asks about all doubtful values of a list at once. */
const confirmDoubts = (asked: readonly Asked[]): Promise<boolean> =>
  confirmDoubt({
    title: `${asked.length}件の値を確認してください`,
    text: (
      <ul aria-label="確認する値" className={classes.questions}>
        {asked.map(({ row: { meter, unit }, value, doubts }) => (
          <li key={meter.id}>
            <strong>
              {meter.name} {`${formatNumber(value, meter.decimal_point)} ${unit}`.trimEnd()}
            </strong>
            <p>{doubts.map(({ text }) => text).join('')}</p>
          </li>
        ))}
      </ul>
    ),
    confirm: 'この値で登録',
  })

const refusedText = '登録していない値があります'

/** Why a row was not stored. */
function reasonOf(error: unknown): string {
  if (error instanceof NetworkError) return 'サーバーにつながらないため、まだ登録していません。'
  if (error instanceof DeclinedError) return '締め済みの月が変わるため、登録していません。'
  if (error instanceof ApiError && error.code === 'key_reused')
    return '先に送った値が登録されています。前回の値を確認し、必要ならもう一度登録してください。'
  if (error instanceof ApiError && error.issues.length > 0)
    return error.issues.map(({ message }) => message).join('。')
  const { title, detail } = failureText(error)
  return `${title}。${detail}`
}

/** Why a text was not stored; another text in the same row is not meant. */
interface Failure {
  text: string
  reason: string
}

interface Options {
  measuredAt: string
  rows: Draft['rows']
  restart: (changes: readonly RowChange[]) => void
}

/** Stores the typed values of a list: asks about doubts at once, and keeps the rows that fail with the reason. */
export function usePaperStore({ measuredAt, rows, restart }: Options) {
  const zone = use(TimeZone)
  const client = useQueryClient()
  const notices = useFailureNotices()
  const creation = useCreateReadings()
  const deletion = useDeleteReadings()
  const [failures, setFailures] = useState<ReadonlyMap<number, Failure>>(new Map())
  const [stored, setStored] = useState<ReadonlySet<number>>(new Set())
  const at = instantOfLocal(measuredAt, zone)

  const undo = async (added: readonly (PaperReading & { id: number })[]) => {
    const { done, failed } = await deletion.mutateAsync(added)
    restart(done.map(({ item: { meterId, text } }) => ({ meterId, from: '', to: text })))
    setStored(new Set(failed.map(({ item }) => item.meterId)))
    if (done.length > 0) notify.success(`${done.length}件の登録を取り消しました`)
    const [first] = failed
    if (first !== undefined)
      notify.failure(first.error, { title: `${failed.length}件の登録を取り消せませんでした` })
  }

  /** Returns the meters whose rows a person has to look at. */
  const store = async (typed: readonly PaperMeter[]): Promise<number[]> => {
    notify.retract(refusedText)
    const judged = await Promise.all(
      typed.map(async (row) => {
        const { id } = row.meter
        const text = rows[id]?.text ?? ''
        const around = row.isEarlier ? await client.fetchQuery(valuesAroundQuery(id, measuredAt)) : null
        return { row, text, ...judgeRow(text, at, row, around) }
      }),
    )
    const valid = judged.flatMap(({ value, ...rest }) => (value === null ? [] : [{ value, ...rest }]))
    const wrong = judged.filter(({ value }) => value === null).map(({ row }) => row.meter.id)
    const doubtful = valid.filter(({ doubts }) => doubts.length > 0)
    if (doubtful.length > 0 && !(await confirmDoubts(doubtful)))
      return doubtful.map(({ row }) => row.meter.id)
    const sent = valid.map(
      ({ row, text, value, doubts }): PaperReading => ({
        text,
        key: rows[row.meter.id]?.key ?? crypto.randomUUID(),
        meterId: row.meter.id,
        value,
        measuredAt,
        image: null,
        confirmedDoubts: [...new Set(doubts.map(({ doubt }): Doubt => doubt))],
      }),
    )
    if (sent.length === 0) return wrong
    const onStored = ({ meterId, text }: PaperReading) => {
      restart([{ meterId, from: text, to: '' }])
      setStored((before) => new Set(before).add(meterId))
    }
    const { done, failed } = await creation.mutateAsync({ readings: sent, onStored })
    const reused = failed.filter(({ error }) => error instanceof ApiError && error.code === 'key_reused')
    restart(reused.map(({ item: { meterId, text } }) => ({ meterId, from: text, to: text })))
    setFailures(
      new Map(failed.map(({ item, error }) => [item.meterId, { text: item.text, reason: reasonOf(error) }])),
    )
    if (done.length > 0)
      notify.undoable({
        title: `${done.length}件の測定値を登録しました`,
        text: `測定日時 ${formatRelativeTime(at, correctedNow(), zone)}`,
        undo: () => void undo(done.map(({ item, answer }) => ({ ...item, id: answer.id }))),
      })
    const refused = [...wrong, ...failed.map(({ item }) => item.meterId)]
    if (refused.length > 0)
      notices.warning(`${refusedText}（${refused.length}件）。値と理由を行に残しています。`)
    return refused
  }
  return { failures, stored, store, notices }
}
