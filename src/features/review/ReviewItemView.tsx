import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { deviceType } from '../../../contract/devices.ts'
import type { Meter } from '../../../contract/meters.ts'
import type { ReviewItem } from '../../../contract/review/review.ts'
import { readingStateOf } from '../../../contract/values/readingState.ts'
import { ReadingStateMark } from '../../shared/readings/ReadingStateMark.tsx'
import { RetakePill } from '../../shared/rounds/RetakePill.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import { useIsWide } from '../../ui/layout/breakpoints.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { PictureViewer } from '../../ui/stage/PictureViewer.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { DetailSkeleton } from '../../ui/table/Skeletons.tsx'
import { parseNumberValue } from '../../ui/text/parseNumber.ts'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import { Crop } from './Crop.tsx'
import { Digits } from './Digits.tsx'
import { moved, shortened, stepped, typed } from './draft.ts'
import type { ItemActions } from './itemActions.ts'
import classes from './Review.module.css'
import { ReviewActions } from './ReviewActions.tsx'
import { ReviewFacts } from './ReviewFacts.tsx'
import { reasonTexts } from './reasonTexts.ts'
import { useItemDecision } from './useItemDecision.ts'
import { useItemKeys } from './useItemKeys.ts'
import { cropOf, type Prepared } from './usePrepared.ts'

interface Props {
  item: ReviewItem
  /** 「1/12件目」 */
  position: string
  /** Undefined until its picture is decoded and what the value is compared with is loaded. */
  prepared: Prepared | undefined
  isLent: (id: number) => boolean
  retry: () => void
  onDecide: (value: number | null) => void
  onMove: (step: 1 | -1) => void
  onDefer: () => void
  onRetake: () => void
}

/** One reading, its decision, and its keys, which act once its picture is on the screen. */
export function ReviewItemView(props: Props) {
  const { item, position, prepared, isLent, retry, onDecide, onMove, onDefer, onRetake } = props
  const { reading } = item
  const { id, meter: named } = reading
  const meter = prepared && 'meter' in prepared ? prepared.meter : undefined
  const isReady = useIsPainted(meter !== undefined) && isLent(id)
  const canDecide = () => isReady && isLent(id)
  const { unit, draft, edit, isAsking, decide } = useItemDecision({ item, meter, canDecide, onDecide })
  const [isPhotoOpen, setPhotoOpen] = useState(false)
  const wide = useIsWide()
  const actions: ItemActions = {
    type: (key) => edit((each) => typed(each, key)),
    chooseDigit: (step) => edit((each) => moved(each, step)),
    turnDigit: (step) => edit((each) => stepped(each, step)),
    shorten: () => edit(shortened),
    decide,
    move: onMove,
    defer: onDefer,
    showPhoto: () => setPhotoOpen(true),
    askRetake: () => {
      if (item.retake) notify.info('この測定値の撮り直しは、もう頼んであります')
      else if (isPhotographed(meter)) onRetake()
      else notify.info('撮り直しは、点検ルートで撮影するメーターにだけ頼めます')
    },
  }
  useItemKeys(actions, { isReady, isAsking })

  if (prepared !== undefined && 'error' in prepared)
    return (
      <Stack>
        <ErrorState error={prepared.error} retry={retry} />
        <Group>
          <Button variant="default" onClick={onDefer}>
            あとで
          </Button>
        </Group>
      </Stack>
    )
  const [main, ...folded] = reasonTexts(item)
  const digits = <Digits draft={draft} unit={unit} onChoose={(at) => edit(({ text }) => ({ text, at }))} />
  return (
    <section className={classes.item} aria-label={named.name} aria-busy={!isReady} data-review={id}>
      <Stack gap="xs" miw={0}>
        <Group gap="xs" align="baseline">
          <Text component="h2" fz="lg" fw={700} className="break-anywhere">
            {named.name}
          </Text>
          <Text c="dimmed" className="tabular-nums nowrap">
            {position}
          </Text>
        </Group>
        <Group gap="xs">
          {main !== undefined && <StatusPill tone="pressing">{main}</StatusPill>}
          {folded.map((text) => (
            <Text key={text} size="sm" c="dimmed">
              {text}
            </Text>
          ))}
          {item.retake && <RetakePill retake={item.retake} />}
          {!item.is_blind && <ReadingStateMark state={readingStateOf(reading)} />}
        </Group>
        {meter === undefined ? (
          <DetailSkeleton />
        ) : (
          <div className={classes.crops}>
            <Crop label="今回" src={cropOf(reading)} large />
            <Crop label="前回" src={item.previous && cropOf(item.previous)} />
            <Crop label="メーター" src={meter.thumbnail} />
          </div>
        )}
      </Stack>
      <Stack gap="sm" miw={0}>
        {wide && digits}
        <ReviewFacts item={item} draft={parseNumberValue(draft.text) ?? null} unit={unit} meter={meter} />
        <ReviewActions actions={actions} digits={digits} isReady={isReady} isAsking={isAsking} />
        <Group>
          <ButtonLink variant="subtle" to="/meter-value/$id" params={{ id: String(id) }}>
            測定値の詳細
          </ButtonLink>
        </Group>
      </Stack>
      {isPhotoOpen && (
        <Dialog opened title={named.name} width="80vw" onClose={() => setPhotoOpen(false)}>
          <PictureViewer
            framed={reading.result_image}
            original={reading.image}
            preview={reading.thumbnail}
            alt={`${named.name}の写真`}
            name={`${named.name}_${reading.created_at}`}
          />
        </Dialog>
      )}
    </section>
  )
}

/** Whether somebody photographs a meter on a round. */
const isPhotographed = (meter: Meter | undefined): boolean =>
  meter !== undefined && meter.inspection_id !== null && meter.device?.type === deviceType.mobile

/** Whether what is ready has been on the screen for a frame: a key is only meant for what its user can see. */
function useIsPainted(isReady: boolean): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    if (!isReady) return
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setPainted(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [isReady])
  return isReady && isPainted
}
