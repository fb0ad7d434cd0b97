import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { use, useRef, useState } from 'react'
import type { Meter } from '../../../../contract/meters.ts'
import { useAccount } from '../../../lib/queries/account.ts'
import { categoriesQuery } from '../../../lib/queries/categories.ts'
import { groupsQuery } from '../../../lib/queries/groups.ts'
import { inspectionsQuery } from '../../../lib/queries/inspections.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { roundsQuery } from '../../../lib/queries/rounds.ts'
import { futureTimeText, isFutureTime } from '../../../ui/form/futureTime.ts'
import { PastTimePicker } from '../../../ui/form/PastTimePicker.tsx'
import { useSearchableSelect } from '../../../ui/form/useSearchableSelect.ts'
import { BackButton } from '../../../ui/layout/BackButton.tsx'
import { ButtonLink } from '../../../ui/layout/ButtonLink.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { AgeNote } from '../../../ui/state/AgeNote.tsx'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { RowSkeletons } from '../../../ui/table/Skeletons.tsx'
import { correctedNow, TimeZone } from '../../../ui/text/currentMinute.ts'
import { localOfInstant } from '../../../ui/text/localTime.ts'
import { draftKey, loadDraft } from './draft.ts'
import { metersOfList } from './metersOfList.ts'
import classes from './Paper.module.css'
import { PaperGrid } from './PaperGrid.tsx'
import { listName, type PaperSearch, searchOfList } from './search.ts'
import { usePaperMeters } from './usePaperMeters.ts'

interface Props {
  search: PaperSearch
  onSearch: (search: PaperSearch) => void
}

/** まとめて入力: the values of a group's meters, as they are on paper. */
export function PaperListScreen({ search, onSearch }: Props) {
  const meters = useQuery(metersQuery)
  const categories = useQuery(categoriesQuery)
  const rounds = useQuery(roundsQuery)
  const inspections = useQuery(inspectionsQuery)
  const groups = useQuery(groupsQuery)
  const list = listName(search)
  const select = useSearchableSelect()
  const options = [
    ...(inspections.data ?? []).map(({ id, name }) => ({
      value: `inspection:${id}`,
      label: `${name}（点検グループ）`,
    })),
    ...(groups.data ?? []).map(({ id, name }) => ({
      value: `group:${id}`,
      label: `${name}（メーターグループ）`,
    })),
  ]
  const needed = [meters, categories]
  const failed = needed.find(({ data, error }) => data === undefined && error !== null)
  const isLoading =
    needed.some(({ data }) => data === undefined) || (rounds.data === undefined && rounds.error === null)
  const chosen = metersOfList(meters.data ?? [], rounds.data ?? [], search)
  return (
    <Page
      title="まとめて入力"
      count={list === null || isLoading ? undefined : `${chosen.length}件`}
      back={<BackButton to="/rounds" />}
    >
      <AgeNote fetchedAt={meters.dataUpdatedAt} />
      <div className={classes.screen}>
        <Select<string>
          className={classes.choice}
          label="グループ"
          placeholder="グループを選択"
          {...select}
          allowDeselect={false}
          data={options}
          value={list}
          onChange={(name) => name !== null && onSearch(searchOfList(name))}
        />
        {list === null ? (
          <EmptyState
            title="グループを選択してください"
            text="点検グループかメーターグループを選ぶと、メーターの一覧に測定値を続けて入力できます。"
            action={<ButtonLink to="/groups">グループ一覧へ</ButtonLink>}
          />
        ) : failed ? (
          <ErrorState error={failed.error} retry={() => void failed.refetch()} />
        ) : isLoading ? (
          <RowSkeletons height={56} />
        ) : chosen.length === 0 ? (
          <EmptyState
            title="このグループにはメーターがありません"
            text="メーターの編集で、このグループを選んでください。"
            action={<ButtonLink to="/meters">メーター一覧へ</ButtonLink>}
          />
        ) : (
          <TimedList key={list} list={list} meters={chosen} />
        )}
      </div>
    </Page>
  )
}

/** The time of a list, given once, and its rows. */
function TimedList({ list, meters }: { list: string; meters: readonly Meter[] }) {
  const zone = use(TimeZone)
  const key = draftKey(useAccount().id, list)
  const time = useRef<HTMLButtonElement>(null)
  const [measuredAt, setMeasuredAt] = useState(
    () => loadDraft(key)?.measuredAt ?? localOfInstant(correctedNow(), zone),
  )
  const isFuture = isFutureTime(measuredAt, correctedNow(), zone)
  const rows = usePaperMeters(meters, measuredAt)
  return (
    <>
      <PastTimePicker
        className={classes.choice}
        ref={time}
        title="測定日時"
        label="測定日時"
        value={measuredAt}
        error={isFuture && futureTimeText}
        onChange={(chosen) => chosen !== null && setMeasuredAt(chosen)}
      />
      <PaperGrid
        draftKey={key}
        measuredAt={measuredAt}
        meters={rows}
        onFuture={isFuture ? () => time.current?.focus() : null}
      />
    </>
  )
}
