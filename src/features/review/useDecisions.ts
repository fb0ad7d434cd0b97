import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReviewItem } from '../../../contract/review/review.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { DeclinedError } from '../../failures/callErrors.ts'
import { useCorrectReading } from '../../lib/mutations/readingMutations.ts'
import {
  requestRetake,
  useCheckBlind,
  useConfirmTogether,
  useUndoDecision,
  useUndoTogether,
  withdrawRetake,
} from '../../lib/mutations/reviewMutations.ts'
import { reviewCountQuery } from '../../lib/queries/review/review.ts'
import { reviewKeys } from '../../lib/queries/review/reviewKeys.ts'
import { notify } from '../../ui/notice/notify.tsx'

/** How long a decision can be taken back. Milliseconds. */
export const undoTime = 10_000

interface Sent {
  items: readonly ReviewItem[]
  /** Whether they wait no more. */
  isDecision: boolean
  /** What was done, for a person. */
  text: string
  /** Title of the notice when it could not be stored. */
  failure: string
  /** Resolves with what was stored of it. */
  send: () => Promise<readonly ReviewItem[]>
  /** Takes that back, and resolves with the items as they wait again. */
  takeBack: (stored: readonly ReviewItem[]) => Promise<readonly ReviewItem[]>
}

interface Decision extends Pick<Sent, 'text' | 'takeBack'> {
  stored: Promise<readonly ReviewItem[]>
}

/** Sends decisions while the next item is shown. `onBack` is called with items that must be decided again. */
export function useDecisions(onBack: (items: readonly ReviewItem[]) => void) {
  const client = useQueryClient()
  const correcting = useCorrectReading()
  const confirming = useConfirmTogether()
  const checking = useCheckBlind()
  const undoing = useUndoDecision()
  const undoingTogether = useUndoTogether()
  const [last, setLast] = useState<Decision | null>(null)
  useEffect(() => {
    if (last === null) return
    const timer = setTimeout(() => setLast(null), undoTime)
    return () => clearTimeout(timer)
  }, [last])

  const run = ({
    items,
    isDecision,
    text,
    failure,
    send,
    takeBack,
  }: Sent): Promise<readonly ReviewItem[]> => {
    // The end of the list does not say for a moment that these are left.
    if (isDecision)
      client.setQueryData(reviewCountQuery.queryKey, (count) => count && Math.max(0, count - items.length))
    const stored = send().catch((error: unknown) => {
      setLast((shown) => (shown === decision ? null : shown))
      onBack(items)
      void client.invalidateQueries({ queryKey: reviewKeys.count })
      if (!(error instanceof DeclinedError)) notify.failure(error, { title: failure })
      return []
    })
    const decision = { text, takeBack, stored }
    setLast(decision)
    return stored
  }

  const decide = (item: ReviewItem, value: number | null) => {
    const { id, meter } = item.reading
    void run({
      items: [item],
      isDecision: true,
      text:
        value === null
          ? `「${meter.name}」を値なしで確定しました`
          : `「${meter.name}」を ${formatNumber(value, meter.decimal_point)} で確定しました`,
      failure: `「${meter.name}」の値を確定できませんでした`,
      send: async () => {
        await correcting.mutateAsync({ id, value })
        return [item]
      },
      takeBack: async () => [{ ...item, reading: await undoing.mutateAsync(id) }],
    })
  }

  /** Compares what was typed with the value that the reviewer has not seen. */
  const checkBlind = (item: ReviewItem, value: number) => {
    const { id, meter } = item.reading
    const written = (each: number | null) => formatNumber(each ?? 0, meter.decimal_point)
    void run({
      items: [item],
      isDecision: true,
      text: `「${meter.name}」を ${written(value)} と入力しました`,
      failure: `「${meter.name}」に入力した値を保存できませんでした`,
      send: async () => {
        const { agrees, reading } = await checking.mutateAsync({ id, value })
        const seen: ReviewItem = { ...item, reading, is_blind: undefined }
        if (agrees) return [seen]
        notify.info(
          `「${meter.name}」の読取値は ${written(reading.value)}、入力した値は ${written(value)} です。どちらが正しいか、もう一度確認してください。`,
        )
        onBack([{ ...seen, reasons: ['contradicted'] }])
        return []
      },
      takeBack: async (stored) => {
        const reading = await undoing.mutateAsync(id)
        return stored.map((seen) => ({ ...seen, reading }))
      },
    })
  }

  /** Resolves with the items that the server left out, which come back. */
  const decideTogether = async (items: readonly ReviewItem[]): Promise<readonly ReviewItem[]> => {
    const stored = await run({
      items,
      isDecision: true,
      text: `${items.length}件を確定しました`,
      failure: `${items.length}件を確定できませんでした`,
      send: async () => {
        const confirmed = new Set(await confirming.mutateAsync(items.map(({ reading }) => reading)))
        return items.filter(({ reading }) => confirmed.has(reading.id))
      },
      takeBack: async (all) => {
        const byId = new Map(all.map((item) => [item.reading.id, item]))
        const readings = await undoingTogether.mutateAsync([...byId.keys()])
        return readings.flatMap((reading) => {
          const item = byId.get(reading.id)
          return item ? [{ ...item, reading }] : []
        })
      },
    })
    const leftOut = items.filter((item) => !stored.includes(item))
    if (stored.length === 0 || leftOut.length === 0) return []
    notify.info(`${leftOut.length}件は確定していません。1件ずつ確認してください。`)
    onBack(leftOut)
    return leftOut
  }

  const askRetake = (item: ReviewItem) => {
    const { id, meter } = item.reading
    void run({
      items: [item],
      isDecision: false,
      text: `「${meter.name}」の撮り直しを点検ルートの担当者に頼みました`,
      failure: `「${meter.name}」の撮り直しを頼めませんでした`,
      send: async () => [{ ...item, retake: await requestRetake(id) }],
      takeBack: async () => {
        await withdrawRetake(id)
        return [item]
      },
    })
  }

  const undo = async () => {
    if (last === null) return
    setLast(null)
    const stored = await last.stored
    if (stored.length === 0) return
    try {
      onBack(await last.takeBack(stored))
    } catch (error) {
      if (!(error instanceof DeclinedError)) notify.failure(error, { title: '元に戻せませんでした' })
    }
  }
  return { last, decide, checkBlind, decideTogether, askRetake, undo }
}
