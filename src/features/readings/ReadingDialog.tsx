import { ActionIcon, Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconSparklesFilled, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reading } from '../../../contract/readings.ts'
import { ApiError } from '../../lib/api.ts'
import { readingQuery } from '../../lib/queries/readings.ts'
import { DetailLayout } from '../../ui/DetailLayout.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PictureViewer } from '../../ui/PictureViewer.tsx'
import { PlainTime } from '../../ui/PlainTime.tsx'
import { DetailSkeleton } from '../../ui/Skeletons.tsx'
import { useIsWide } from '../../ui/screen.ts'
import classes from './ReadingDialog.module.css'
import { ReadingFacts } from './ReadingFacts.tsx'
import { useRemoveReading } from './useRemoveReading.ts'
import { useReturnToTile } from './useReturnToTile.ts'
import { useRowFocus } from './useRowFocus.ts'
import { useSwipe } from './useSwipe.ts'

interface Props {
  id: number
  /** The readings of the list behind, through which ← → and a swipe move. */
  listed: readonly Reading[]
  onMove: (id: number) => void
  onClose: () => void
}

const wakeupText = { 0: 'タイマー起動', 1: '手動起動', 2: 'ハートビート' } as const

/** One reading: picture, facts, correction, deletion. */
export default function ReadingDialog({ id, listed, onMove, onClose }: Props) {
  const wide = useIsWide()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(readingQuery(client, id))
  const gone = error instanceof ApiError && error.code === 'not_found'
  const reading = gone ? undefined : data
  const [dirty, setDirty] = useState(false)
  const removal = useRemoveReading(onClose)
  useReturnToTile(id)
  const keepRow = useRowFocus(id)

  const place = listed.findIndex((each) => each.id === id)
  const previous = place > 0 ? listed[place - 1] : undefined
  const next = place >= 0 ? listed[place + 1] : undefined
  const still = dirty || removal.asking
  const moveTo = (target: Reading | undefined) => () => {
    if (!target || still) return
    keepRow()
    onMove(target.id)
  }
  useHotkeys([
    ['ArrowLeft', moveTo(previous)],
    ['ArrowRight', moveTo(next)],
  ])
  const swipe = useSwipe(moveTo(previous), moveTo(next))

  return (
    <Dialog
      opened
      onClose={onClose}
      width={wide ? '80%' : '95%'}
      tone={reading?.is_abnormal ? 'abnormal' : 'neutral'}
      title={reading ? <Title reading={reading} /> : '測定値'}
      dirty={dirty}
      actions={
        <>
          <div className={classes.moves}>
            <ActionIcon
              size={48}
              aria-label="前の測定値"
              disabled={!previous || still}
              onClick={moveTo(previous)}
            >
              <IconChevronLeft aria-hidden />
            </ActionIcon>
            <ActionIcon size={48} aria-label="次の測定値" disabled={!next || still} onClick={moveTo(next)}>
              <IconChevronRight aria-hidden />
            </ActionIcon>
          </div>
          {reading && (
            <Button
              variant="default"
              className={classes.remove}
              leftSection={<IconTrash size={18} aria-hidden />}
              loading={removal.removing}
              onClick={() => void removal.remove(reading)}
            >
              削除
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            閉じる
          </Button>
        </>
      }
    >
      <div {...swipe}>
        {reading ? (
          <DetailLayout
            key={id}
            picture={
              <PictureViewer
                framed={reading.result_image}
                original={reading.image}
                preview={reading.result_thumbnail ?? reading.thumbnail}
                alt={`${reading.meter.name}の画像`}
                name={fileName(reading)}
              />
            }
          >
            <ReadingFacts reading={reading} onDirty={setDirty} />
          </DetailLayout>
        ) : error ? (
          <ErrorState error={error} retry={gone ? undefined : () => void refetch()} />
        ) : (
          <DetailSkeleton />
        )}
      </div>
    </Dialog>
  )
}

function Title({ reading }: { reading: Reading }) {
  const { wakeup_reason: wakeup } = reading
  return (
    <span className={classes.title}>
      {reading.meter.name}
      <span className={classes.when}>
        <PlainTime time={reading.created_at} />
        {wakeup !== null && `（${wakeupText[wakeup]}）`}
      </span>
      {reading.ai_boost_enabled && (
        <IconSparklesFilled className={classes.boost} size={20} role="img" aria-label="AIブースト有効" />
      )}
    </span>
  )
}

/** A name that every file system takes. */
const fileName = ({ meter, created_at }: Reading) =>
  `${meter.name}_${created_at.slice(0, 19)}`.replace(/[\\/:*?"<>|\s]/g, '-')
