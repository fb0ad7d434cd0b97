import { Button, Group, Stack } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconHelp,
  IconLayoutGrid,
  IconListDetails,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { role } from '../../../contract/access.ts'
import type { ReviewItem } from '../../../contract/review/review.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { reviewCountQuery } from '../../lib/queries/review/review.ts'
import { BackButton } from '../../ui/layout/BackButton.tsx'
import { useHasKeyboard, useIsPhone } from '../../ui/layout/breakpoints.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { DetailSkeleton } from '../../ui/table/Skeletons.tsx'
import { isKeptFromKeys } from './isKeptFromKeys.ts'
import { ReviewHelp } from './ReviewHelp.tsx'
import { ReviewItemView } from './ReviewItemView.tsx'
import { useDecisions } from './useDecisions.ts'
import { useLoans } from './useLoans.ts'
import { usePrepared } from './usePrepared.ts'
import { useReviewQueue } from './useReviewQueue.ts'
import { useWall } from './useWall.ts'

interface Props {
  initial: readonly ReviewItem[]
  /** Whether the user came from a reading, to which one press leads back. */
  isFromReading: boolean
  onReload: () => void
}

/** As many items behind the one shown are prepared. */
const preparedAhead = 3
/** As many items are lent at once, and again when fewer are left. */
const lentAhead = 20
const leastLent = 8

const AccuracyDialog = lazy(async () => ({ default: (await import('./AccuracyDialog.tsx')).AccuracyDialog }))
const ReviewWall = lazy(async () => ({ default: (await import('./ReviewWall.tsx')).ReviewWall }))

export function ReviewQueue({ initial, isFromReading, onReload }: Props) {
  const { data: count = 0 } = useQuery(reviewCountQuery)
  const queue = useReviewQueue(initial)
  const { items, at } = queue
  const wall = useWall(items)
  const [isWallOpen, setWallOpen] = useState(false)
  const { prepared, retry } = usePrepared(isWallOpen ? [] : items.slice(at, at + 1 + preparedAhead))
  const ahead = isWallOpen ? wall.items : items.slice(at, at + lentAhead)
  const { lent, isLent } = useLoans(ahead, isWallOpen ? ahead.length : leastLent, queue.without)
  const { last, decide, checkBlind, decideTogether, askRetake, undo } = useDecisions(queue.restore)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isAccuracyOpen, setAccuracyOpen] = useState(false)
  const isAdmin = useAccount().role >= role.admin
  const keys = useHasKeyboard()
  const phone = useIsPhone()
  const item = items[at]
  const hasWall = isWallOpen || wall.items.length > 0
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, repeat } = event
    if (ctrlKey || metaKey || altKey || repeat || isKeptFromKeys(event)) return
    const pressed = key.toLowerCase()
    if (pressed === 'z') void undo()
    else if (pressed === 'w' && hasWall) setWallOpen(!isWallOpen)
    else if (pressed === '?') setHelpOpen(true)
  })
  const confirmRight = async (right: readonly ReviewItem[]) => {
    queue.without(new Set(right.map(({ reading }) => reading.id)))
    wall.passWrong()
    wall.pass(await decideTogether(right))
  }
  const tools = (
    <Group gap="xs">
      {hasWall && (
        <Button
          variant="default"
          leftSection={
            isWallOpen ? <IconListDetails size={20} aria-hidden /> : <IconLayoutGrid size={20} aria-hidden />
          }
          aria-keyshortcuts="W"
          onClick={() => setWallOpen(!isWallOpen)}
        >
          {isWallOpen ? '1件ずつ' : '同じ値の壁'}
        </Button>
      )}
      {isAdmin && (
        <Button variant="default" onClick={() => setAccuracyOpen(true)}>
          読取の精度
        </Button>
      )}
      {keys && (
        <Button
          variant="default"
          leftSection={<IconHelp size={20} aria-hidden />}
          aria-keyshortcuts="?"
          onClick={() => setHelpOpen(true)}
        >
          キー操作
        </Button>
      )}
    </Group>
  )
  return (
    <Page
      title="要確認"
      count={`${count}件`}
      back={isFromReading && <BackButton to="/" />}
      action={!phone && tools}
    >
      <Stack gap="sm">
        {/* Next to the title they would cover it. */}
        {phone && tools}
        {isWallOpen ? (
          <Suspense fallback={<DetailSkeleton />}>
            <ReviewWall
              wall={wall}
              isLent={wall.items.every(({ reading }) => lent.has(reading.id))}
              onConfirm={(right) => void confirmRight(right)}
            />
          </Suspense>
        ) : item === undefined ? (
          <EmptyState
            icon={IconCircleCheck}
            title={count > 0 ? 'ここで見る測定値は終わりました' : '確認を待っている測定値はありません'}
            text={
              count > 0
                ? `残り${count}件は、まだ読み込んでいないか、撮り直しを待っているか、ほかの人が確認しています。`
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
              if (item.is_blind && value !== null) checkBlind(item, value)
              else decide(item, value)
              queue.without(new Set([item.reading.id]))
            }}
            onMove={queue.move}
            onDefer={() => queue.defer(item.reading.id)}
            onRetake={() => {
              askRetake(item)
              queue.without(new Set([item.reading.id]))
            }}
          />
        )}
        <Group mih="var(--control-height)" gap="sm" role="status">
          {last !== null && (
            <>
              <span className="break-anywhere">{last.text}</span>
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
      {isAccuracyOpen && (
        <Suspense>
          <AccuracyDialog onClose={() => setAccuracyOpen(false)} />
        </Suspense>
      )}
      {isHelpOpen && <ReviewHelp onClose={() => setHelpOpen(false)} />}
    </Page>
  )
}
