import { Button, Flex, Group } from '@mantine/core'
import { IconArrowsSort, IconCalendarTime, IconKeyboard, IconUser, IconWalk } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ShownRound } from '../../lib/held/heldRound.ts'
import { stateOf } from '../../lib/rounds/roundState.ts'
import { useRounds } from '../../lib/rounds/useRounds.ts'
import { roundScheduleText } from '../../shared/rounds/roundScheduleText.ts'
import { useRefocus } from '../../ui/form/useRefocus.ts'
import { BackButton } from '../../ui/layout/BackButton.tsx'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { AgeNote } from '../../ui/state/AgeNote.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../ui/table/RefetchError.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { DueText } from './DueText.tsx'
import { RoundPill } from './RoundPill.tsx'
import { RoundProgress } from './RoundProgress.tsx'
import classes from './RoundScreen.module.css'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { StopList } from './StopList.tsx'
import type { RoundSearch } from './search.ts'

/** Lazy: with its library for dragging, and seldom used. */
const RouteEditor = lazy(async () => ({ default: (await import('./RouteEditor.tsx')).RouteEditor }))

interface Props {
  inspectionId: number
  search: RoundSearch
  onSearch: (search: RoundSearch) => void
}

/** The present round of one inspection group: how it stands, and its meters in order. */
export function RoundScreen({ inspectionId, search, onSearch }: Props) {
  const { rounds, error, dataUpdatedAt, refetch } = useRounds()
  const phone = useIsPhone()
  const [ordering, setOrdering] = useState(false)
  const { ref: orderButton, refocus } = useRefocus()
  const [scheduling, setScheduling] = useState(false)
  const round = rounds?.find((each) => each.inspection_id === inspectionId)
  const retry = () => void refetch()
  if (round === undefined)
    return (
      <Page title="点検ルート" back={<BackButton to="/rounds" />}>
        {rounds ? (
          <EmptyState
            title="このグループには撮影するメーターがありません"
            text="点検グループのメーターにモバイル端末を登録すると、ここに並びます。"
            action={<ButtonLink to="/rounds">点検ルート一覧へ</ButtonLink>}
          />
        ) : error ? (
          <ErrorState error={error} retry={retry} />
        ) : (
          <RowSkeletons count={6} height={80} />
        )}
      </Page>
    )
  return (
    <RoundPage round={round} walkable={!ordering}>
      <AgeNote fetchedAt={dataUpdatedAt} />
      {error && <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={retry} />}
      <Head round={round} />
      {ordering ? (
        <Suspense fallback={<RowSkeletons count={6} height={56} />}>
          <RouteEditor
            round={round}
            onEnd={() => {
              refocus()
              setOrdering(false)
            }}
          />
        </Suspense>
      ) : (
        <>
          <Group className={classes.tools} gap={8} align="stretch" mt={12} data-keep-free>
            <Button
              ref={orderButton}
              variant="default"
              leftSection={<IconArrowsSort size={20} aria-hidden />}
              onClick={() => setOrdering(true)}
            >
              順番を変更
            </Button>
            <Button
              variant="default"
              leftSection={<IconCalendarTime size={20} aria-hidden />}
              onClick={() => setScheduling(true)}
            >
              予定と担当者
            </Button>
            {!phone && (
              <ButtonLink
                to="/entry"
                search={{ inspection: inspectionId }}
                variant="default"
                leftSection={<IconKeyboard size={20} aria-hidden />}
              >
                まとめて入力
              </ButtonLink>
            )}
          </Group>
          <StopList stops={round.stops} show={search.show} onShow={(show) => onSearch({ show })} />
        </>
      )}
      {scheduling && <ScheduleDialog round={round} onClose={() => setScheduling(false)} />}
    </RoundPage>
  )
}

interface PageProps {
  round: ShownRound
  walkable: boolean
  children: ReactNode
}

function RoundPage({ round, walkable, children }: PageProps) {
  const phone = useIsPhone()
  const begun = round.remaining < round.planned
  return (
    <Page
      title={round.inspection_name}
      back={<BackButton to="/rounds" />}
      thumb={
        phone &&
        walkable &&
        round.remaining > 0 && (
          <ButtonLink
            to="/walk/$id"
            params={{ id: String(round.inspection_id) }}
            fullWidth
            leftSection={<IconWalk size={24} aria-hidden />}
          >
            {begun ? '巡回を続ける' : '巡回を始める'}
          </ButtonLink>
        )
      }
    >
      {children}
    </Page>
  )
}

function Head({ round }: { round: ShownRound }) {
  const now = useCurrentMinute()
  return (
    <Flex component="section" direction="column" gap={8} aria-label="進み具合">
      <Flex component="p" align="center" wrap="wrap" gap="4px 16px">
        <RoundPill state={stateOf(round, now)} />
        <DueText round={round} />
        <Flex component="span" display="inline-flex" gap={4} align="center" className="break-anywhere">
          <IconCalendarTime size={16} aria-hidden />
          {round.schedule ? roundScheduleText(round.schedule) : '予定なし'}
        </Flex>
        <Flex component="span" display="inline-flex" gap={4} align="center" className="break-anywhere">
          <IconUser size={16} aria-hidden />
          {round.assignee?.username ?? '担当者なし'}
        </Flex>
      </Flex>
      <RoundProgress round={round} unsent={round.unsent} />
    </Flex>
  )
}
