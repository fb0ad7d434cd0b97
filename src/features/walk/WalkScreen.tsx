import { Flex, Group, Stack } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { searchText } from '../../../text/searchText.ts'
import { useHeld } from '../../lib/held/held.ts'
import { useReplacementsOf } from '../../lib/held/heldReplacements.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { roundsQuery } from '../../lib/queries/rounds.ts'
import { useWalk } from '../../lib/rounds/useWalks.ts'
import { nextLeft, type Walk, type WalkStop } from '../../lib/rounds/walk.ts'
import { BackButton } from '../../ui/layout/BackButton.tsx'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { AgeNote } from '../../ui/state/AgeNote.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { SearchBox } from '../../ui/table/SearchBox.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { VirtualList } from '../../ui/table/VirtualList.tsx'
import { NextLink } from './NextLink.tsx'
import { SkipDialog } from './SkipDialog.tsx'
import { StopRow } from './StopRow.tsx'
import { useUndoSkip } from './useUndoSkip.ts'
import { WalkCounts } from './WalkCounts.tsx'
import classes from './WalkScreen.module.css'

interface Props {
  inspectionId: number
  /** Opens a meter by its code. */
  scan?: ReactNode
  /** Prepares the round for use without signal. */
  preparation?: ReactNode
}

/** A round on the phone: what is left, what was done, and where it goes on. */
export function WalkScreen({ inspectionId, ...parts }: Props) {
  const walk = useWalk(inspectionId)
  const meters = useQuery(metersQuery)
  if (walk) return <Stops walk={walk} {...parts} />
  return (
    <Page title="点検ルート" back={<BackButton to="/" />}>
      {walk === null ? (
        <EmptyState
          title="このグループには撮影するメーターがありません"
          text="点検グループのメーターにモバイル端末を登録すると、ここに並びます。"
          action={<ButtonLink to="/meters">メーター一覧へ</ButtonLink>}
        />
      ) : meters.error ? (
        <ErrorState error={meters.error} retry={() => void meters.refetch()} />
      ) : (
        <RowSkeletons count={6} height={72} />
      )}
    </Page>
  )
}

function Stops({ walk, scan, preparation }: { walk: Walk } & Omit<Props, 'inspectionId'>) {
  const { dataUpdatedAt } = useQuery(roundsQuery)
  const { units } = useMasters('units')
  const [sought, setSought] = useState('')
  const [skipping, setSkipping] = useState<WalkStop | null>(null)
  const undoSkip = useUndoSkip()
  const replacementsOf = useReplacementsOf()
  const held = useHeld()
  const content = useRef<HTMLDivElement>(null)
  /** After a press whose button is gone. */
  const focusStop = (stop: WalkStop | null) => {
    // The row may not be drawn.
    const link = stop && content.current?.querySelector<HTMLElement>(`[data-stop="${stop.meter.id}"]`)
    requestAnimationFrame(() => (link ? link.focus() : content.current?.focus({ preventScroll: true })))
  }
  const undo = async (stop: WalkStop) => {
    if (stop.skip) await undoSkip(stop.skip.key, stop.meter)
    focusStop(stop)
  }
  const words = searchText(sought)
  const next = nextLeft(walk, null)
  const numbered = walk.stops.map((stop, index) => ({ stop, place: index + 1 }))
  const found = numbered.filter(({ stop: { meter, placeNote } }) =>
    searchText(`${meter.name} ${placeNote}`).includes(words),
  )
  const begun = walk.left < walk.stops.length
  return (
    <Page
      title={walk.name}
      back={<BackButton to="/" />}
      thumb={next && <NextLink stop={next} why={begun ? '巡回を続ける' : '巡回を始める'} fullWidth />}
    >
      <Stack ref={content} gap={12} tabIndex={-1}>
        <AgeNote fetchedAt={dataUpdatedAt} />
        {next === null && (
          <Flex component="p" gap={8} align="center" fz="lg" fw={700} c="var(--normal-text)" role="status">
            <IconCircleCheck size={24} aria-hidden />
            この点検は終わりました
          </Flex>
        )}
        <WalkCounts walk={walk} />
        {preparation}
        <Group gap={8} align="stretch">
          <SearchBox
            className={classes.search}
            label="この点検のメーターを探す"
            value={sought}
            onSearch={setSought}
          />
          {scan}
        </Group>
        {found.length === 0 && <EmptyState title="見つかりませんでした" text="別の名前で探してください。" />}
        <VirtualList
          // A new search starts at its first result.
          key={words}
          label="点検するメーター"
          count={found.length}
          item={(index) => {
            const row = found[index]
            return (
              row && (
                <StopRow
                  {...row}
                  unit={nameIn(units, row.stop.meter.meter_unit_id)}
                  held={held.get(row.stop.meter.id)}
                  replacements={replacementsOf(row.stop.meter)}
                  next={row.stop === next}
                  onSkip={setSkipping}
                  onUndo={(stop) => void undo(stop)}
                />
              )
            )
          }}
          keyOf={(index) => found[index]?.stop.meter.id ?? index}
          rowHeight={88}
          // All rows of a long round would keep a phone from its first picture for seconds.
          virtual
        />
      </Stack>
      {skipping && (
        <SkipDialog
          meter={skipping.meter}
          onClose={() => setSkipping(null)}
          onSkipped={() => focusStop(nextLeft(walk, skipping.meter.id))}
        />
      )}
    </Page>
  )
}
