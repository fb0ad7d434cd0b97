import { ActionIcon, Button, Flex } from '@mantine/core'
import { IconPlayerSkipForward } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { readState } from '../../../contract/values/abnormal.ts'
import type { Held } from '../../lib/held/held.ts'
import type { HeldReplacement } from '../../lib/held/heldReplacements.ts'
import { useCategoryType } from '../../lib/queries/masters.ts'
import { skipText } from '../../lib/rounds/skipReasonTexts.ts'
import type { WalkStop } from '../../lib/rounds/walk.ts'
import { HeldMark } from '../../shared/held/HeldMark.tsx'
import { emptyText, ValueText } from '../../shared/readings/ValueText.tsx'
import { RetakePill } from '../../shared/rounds/RetakePill.tsx'
import stopClasses from '../../shared/rounds/Stop.module.css'
import { Thumbnail } from '../../ui/stage/Thumbnail.tsx'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import text from '../../ui/text/Text.module.css'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import { WhenAndWho } from '../../ui/text/WhenAndWho.tsx'
import { LastOfStop } from './LastOfStop.tsx'
import classes from './StopRow.module.css'

interface Props {
  stop: WalkStop
  /** Its place in the round, from 1. */
  place: number
  unit: string | undefined
  /** Its newest capture on this phone. */
  held: Held | undefined
  /** That this phone holds of its meter. */
  replacements: readonly HeldReplacement[]
  /** Where the round goes on. */
  next: boolean
  onSkip: (stop: WalkStop) => void
  onUndo: (stop: WalkStop) => void
}

/** A meter of the round: press to photograph it, skip it or take that back at the side. */
export function StopRow({ stop, place, unit, held, replacements, next, onSkip, onUndo }: Props) {
  const { meter, placeNote, state, retake } = stop
  return (
    <div className={classes.row} data-next={next || undefined} data-done={state !== 'left' || undefined}>
      <Link
        to="/capture-meter-value/$id"
        params={{ id: String(meter.id) }}
        className={classes.stop}
        data-stop={meter.id}
        aria-current={next ? 'step' : undefined}
      >
        <span className={classes.place}>{place}</span>
        <span className={classes.picture}>
          <Thumbnail src={meter.thumbnail} fallback={null} />
        </span>
        <span className={classes.facts}>
          <span className={text.name}>
            {meter.name}
            <VisuallyHidden>を撮影</VisuallyHidden>
          </span>
          {placeNote && <span className={stopClasses.note}>{placeNote}</span>}
          {retake && <RetakePill retake={retake} />}
          <StopState stop={stop} unit={unit} held={held} replacements={replacements} />
        </span>
      </Link>
      {state === 'left' && retake === null && (
        <ActionIcon size={48} aria-label={`${meter.name}をスキップ`} onClick={() => onSkip(stop)}>
          <IconPlayerSkipForward size={22} aria-hidden />
        </ActionIcon>
      )}
      {state === 'skipped' && (
        <Button
          variant="subtle"
          flex="none"
          h={48}
          ml="auto"
          px={8}
          aria-label={`${meter.name}のスキップを取り消す`}
          onClick={() => onUndo(stop)}
        >
          取り消す
        </Button>
      )}
    </div>
  )
}

function StopState({
  stop,
  unit,
  held,
  replacements,
}: Pick<Props, 'stop' | 'unit' | 'held' | 'replacements'>) {
  const { meter, reading, skip, unsent, undecided, by } = stop
  const type = useCategoryType(meter.meter_category_id)
  if (reading) {
    return (
      <Flex component="span" align="center" wrap="wrap" gap="2px 8px">
        {reading.value === null ? (
          <b>
            {undecided
              ? '値は未確定'
              : reading.state === readState.waiting
                ? emptyText(reading.state, type)
                : '読取待ち'}
          </b>
        ) : (
          <ValueText
            value={reading.value}
            unit={unit}
            decimals={meter.decimal_point}
            abnormal={reading.abnormal}
            unsure={reading.unsure}
            wraps
          />
        )}
        <StatusPill tone="normal">撮影済</StatusPill>
        {unsent && <HeldMark arrived={false} />}
        <Who at={reading.at} by={by} />
      </Flex>
    )
  }
  if (skip) {
    return (
      <Flex component="span" align="center" wrap="wrap" gap="2px 8px">
        <StatusPill tone="neutral" icon={IconPlayerSkipForward}>
          スキップ
        </StatusPill>
        {unsent && <HeldMark arrived={false} />}
        <span className={stopClasses.reason}>{skipText(skip)}</span>
        <Who at={skip.at} by={by} />
      </Flex>
    )
  }
  return <LastOfStop meter={meter} unit={unit} held={held} replacements={replacements} />
}

const Who = ({ at, by }: { at: number; by: string | null }) => (
  <span className={stopClasses.who}>
    <WhenAndWho time={new Date(at).toISOString()} by={by} />
  </span>
)
