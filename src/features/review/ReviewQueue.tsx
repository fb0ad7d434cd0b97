import { Button, Group, Stack } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconArrowBackUp, IconCircleCheck, IconHelp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewItem } from '../../../contract/review/review.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { reviewCountQuery } from '../../lib/queries/review/review.ts'
import { BackButton } from '../../ui/layout/BackButton.tsx'
import { useHasKeyboard } from '../../ui/layout/breakpoints.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { isKeptFromKeys } from './isKeptFromKeys.ts'
import { ReviewHelp } from './ReviewHelp.tsx'
import { ReviewItemView } from './ReviewItemView.tsx'
import { type Decision, useDecisions } from './useDecisions.ts'
import { useLoans } from './useLoans.ts'
import { usePrepared } from './usePrepared.ts'
import { useReviewQueue } from './useReviewQueue.ts'

interface Props {
  initial: readonly ReviewItem[]
  /** Whether the user came from a reading, to which one press leads back. */
  isFromReading: boolean
  onReload: () => void
}

/** As many items behind the one shown are prepared. */
const preparedAhead = 3

export function ReviewQueue({ initial, isFromReading, onReload }: Props) {
  const { data: count = 0 } = useQuery(reviewCountQuery)
  const queue = useReviewQueue(initial)
  const { items, at } = queue
  const { prepared, retry } = usePrepared(items.slice(at, at + 1 + preparedAhead))
  const { isLent } = useLoans(items.slice(at), queue.without)
  const { last, decide, undo } = useDecisions(queue.restore)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const keys = useHasKeyboard()
  const item = items[at]
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, repeat } = event
    if (ctrlKey || metaKey || altKey || repeat || isKeptFromKeys(event)) return
    if (key === 'z' || key === 'Z') void undo()
    else if (key === '?') setHelpOpen(true)
  })
  return (
    <Page
      title="要確認"
      count={`${count}件`}
      back={isFromReading && <BackButton to="/" />}
      action={
        keys && (
          <Button
            variant="default"
            leftSection={<IconHelp size={20} aria-hidden />}
            aria-keyshortcuts="?"
            onClick={() => setHelpOpen(true)}
          >
            キー操作
          </Button>
        )
      }
    >
      <Stack gap="sm">
        {item === undefined ? (
          <EmptyState
            icon={IconCircleCheck}
            title={count > 0 ? 'ここで見る測定値は終わりました' : '確認を待っている測定値はありません'}
            text={
              count > 0
                ? `残り${count}件は、まだ読み込んでいないか、ほかの人が確認しています。`
                : '読取に自信がない値、読み取れなかった写真、締め前の点検に当たった値がここに並びます。'
            }
            action={
              <Button variant="default" onClick={onReload}>
                {count > 0 ? '残りを読み込む' : 'ほかにないか調べる'}
              </Button>
            }
          />
        ) : (
          <ReviewItemView
            key={item.reading.id}
            item={item}
            position={`${at + 1}/${items.length}件目`}
            prepared={prepared.get(item.reading.id)}
            isLent={isLent}
            retry={() => retry(item.reading.id)}
            onDecide={(value) => {
              decide(item, value)
              queue.without(new Set([item.reading.id]))
            }}
            onMove={queue.move}
            onDefer={() => queue.defer(item.reading.id)}
          />
        )}
        <Group mih="var(--control-height)" gap="sm" role="status">
          {last !== null && (
            <>
              <span className="break-anywhere">{decisionText(last)}</span>
              <Button
                variant="default"
                leftSection={<IconArrowBackUp size={20} aria-hidden />}
                aria-keyshortcuts="Z"
                onClick={() => void undo()}
              >
                {keys ? '元に戻す（Z）' : '元に戻す'}
              </Button>
            </>
          )}
        </Group>
      </Stack>
      {isHelpOpen && <ReviewHelp onClose={() => setHelpOpen(false)} />}
    </Page>
  )
}

const decisionText = ({ item: { reading }, value }: Decision): string =>
  value === null
    ? `「${reading.meter.name}」を値なしで確定しました`
    : `「${reading.meter.name}」を ${formatNumber(value, reading.meter.decimal_point)} で確定しました`
