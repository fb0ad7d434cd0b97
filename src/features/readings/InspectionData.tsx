import { Button } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, use } from 'react'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import type { ReadingFilters } from '../../lib/queries/readings.ts'
import { AgeNote } from '../../ui/AgeNote.tsx'
import { TimeZone, useMinute } from '../../ui/clock.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { defaultPageSize, type PageSize, pageCount } from '../../ui/pages.ts'
import { RefreshFailure } from '../../ui/RefreshFailure.tsx'
import { RowSkeletons } from '../../ui/Skeletons.tsx'
import { useIsNarrow, useIsPhone } from '../../ui/screen.ts'
import classes from './InspectionData.module.css'
import { PeriodSelect } from './PeriodSelect.tsx'
import { spanOf, todayIn } from './periods.ts'
import { ReadingFilterFields, type ReadingNarrowing } from './ReadingFilterFields.tsx'
import { RefreshButton } from './RefreshButton.tsx'
import {
  filtersOf,
  type InspectionFilters,
  type InspectionSearch,
  rememberFilters,
  searchOf,
} from './search.ts'
import { TileGrid } from './TileGrid.tsx'
import { TileSizeSlider } from './TileSizeSlider.tsx'
import { TileSkeletonGrid } from './TileSkeletonGrid.tsx'
import { tileStepFor, tileSteps } from './tileSize.ts'
import { useCloseReading } from './useCloseReading.ts'
import { useReadings } from './useReadings.ts'

const ReadingDialog = lazy(() => import('./ReadingDialog.tsx'))

interface Props {
  search: InspectionSearch
  onSearch: (search: InspectionSearch, replace?: boolean) => void
}

const nothing: ReadingNarrowing = { meters: [], inspections: [] }

/** What goes without saying needs no mention in the address. */
const pageOf = (page: number) => (page === 1 ? undefined : page)
const limitOf = (size: PageSize) => (size === defaultPageSize ? undefined : size)

/** 点検データ: the readings of a period as tiles. */
export function InspectionData({ search, onSearch }: Props) {
  const zone = use(TimeZone)
  const today = todayIn(zone, useMinute())
  const narrow = useIsNarrow()
  const [chosenStep, setStep] = useLocalStorage<number>({
    key: 'homeItemSize',
    defaultValue: tileSteps.middle,
    getInitialValueInEffect: false,
  })
  const step = tileStepFor(chosenStep, narrow)
  const closeReading = useCloseReading()
  const filters = filtersOf(search)
  const { page = 1, limit: size = defaultPageSize } = search
  const query: ReadingFilters = {
    span: spanOf(filters.choice, today),
    meterIds: filters.meters,
    inspectionIds: filters.inspections,
  }
  const listed = useReadings(query, page, size)
  const { readings, count } = listed
  const retry = () => void listed.refresh()

  const filter = (chosen: InspectionFilters) => {
    rememberFilters(chosen, localStorage)
    onSearch(searchOf(chosen))
  }
  const lastPage = size === 'all' ? 1 : pageCount(count, size)

  // Below a list without end nobody would find it.
  const pager = readings !== undefined && count > 0 && (
    <Pager
      total={count}
      page={page}
      size={size}
      onChange={(next) => onSearch({ ...search, page: pageOf(next.page), limit: limitOf(next.size) })}
    />
  )

  return (
    <div className={classes.screen}>
      <div className={classes.tools}>
        <PeriodSelect
          choice={filters.choice}
          today={today}
          onChange={(choice) => filter({ ...filters, choice })}
        />
        <div className={classes.filters}>
          <Narrowing value={filters} onChange={(narrowing) => filter({ ...filters, ...narrowing })} />
        </div>
        <div className={classes.view}>
          {!narrow && <TileSizeSlider step={step} onChange={setStep} />}
          <RefreshButton fetchedAt={listed.fetchedAt} onRefresh={listed.refresh} />
        </div>
      </div>
      <AgeNote fetchedAt={listed.fetchedAt} />
      {readings !== undefined && listed.error !== null && (
        <RefreshFailure error={listed.error} fetchedAt={listed.fetchedAt} retry={retry} />
      )}
      {readings === undefined && listed.error !== null && <ErrorState error={listed.error} retry={retry} />}
      {readings === undefined && listed.error === null && <TileSkeletonGrid step={step} narrow={narrow} />}
      {readings?.length === 0 && (
        <EmptyState
          text={
            page > lastPage
              ? 'このページにはデータがありません。'
              : '期間や絞り込みを変えるか、メーターを撮影してください。'
          }
          action={
            page > lastPage && (
              <Button variant="default" onClick={() => onSearch({ ...search, page: pageOf(lastPage) })}>
                最後のページへ
              </Button>
            )
          }
        />
      )}
      {size === 'all' && pager}
      {readings !== undefined && readings.length > 0 && (
        <div
          className={classes.list}
          data-outdated={listed.outdated || undefined}
          aria-busy={listed.outdated}
        >
          <TileGrid
            readings={readings}
            step={step}
            narrow={narrow}
            endless={size === 'all'}
            onNearEnd={listed.more}
          />
        </div>
      )}
      {listed.growing && <RowSkeletons count={1} height={96} />}
      {size !== 'all' && pager}
      {search.value !== undefined && (
        <Suspense fallback={null}>
          <ReadingDialog
            id={search.value}
            listed={readings ?? []}
            onMove={(value) => onSearch({ ...search, value }, true)}
            onClose={closeReading}
          />
        </Suspense>
      )}
    </div>
  )
}

function Narrowing({
  value,
  onChange,
}: {
  value: ReadingNarrowing
  onChange: (value: ReadingNarrowing) => void
}) {
  const phone = useIsPhone()
  const { data: meters = [] } = useQuery(metersQuery)
  const { data: inspections = [] } = useQuery(inspectionsQuery)
  const nameOf = (rows: readonly { id: number; name: string }[], id: number) =>
    rows.find((row) => row.id === id)?.name ?? '削除された項目'
  const chips = [
    ...value.meters.map((id) => ({
      key: `meter-${id}`,
      label: nameOf(meters, id),
      onRemove: () => onChange({ ...value, meters: value.meters.filter((each) => each !== id) }),
    })),
    ...value.inspections.map((id) => ({
      key: `inspection-${id}`,
      label: nameOf(inspections, id),
      onRemove: () => onChange({ ...value, inspections: value.inspections.filter((each) => each !== id) }),
    })),
  ]
  return (
    <FilterBar
      value={{ meters: value.meters, inspections: value.inspections }}
      cleared={nothing}
      onApply={onChange}
      chips={phone ? chips : []}
    >
      {(draft, change) => <ReadingFilterFields value={draft} onChange={change} />}
    </FilterBar>
  )
}
