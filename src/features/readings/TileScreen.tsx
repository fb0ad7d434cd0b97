import { useLocalStorage } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, use } from 'react'
import type { DownloadOptions } from '../../lib/exportReadings.ts'
import type { ReadingFilters } from '../../lib/queries/readings.ts'
import type { ListedReadings } from '../../lib/queries/useReadings.ts'
import { AgeNote } from '../../ui/AgeNote.tsx'
import { TimeZone, useMinute } from '../../ui/clock.ts'
import { DownloadButton } from '../../ui/DownloadButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { NewerNote } from '../../ui/NewerNote.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { RefreshFailure } from '../../ui/RefreshFailure.tsx'
import { RowSkeletons } from '../../ui/Skeletons.tsx'
import { useIsNarrow } from '../../ui/screen.ts'
import { todayIn } from '../../ui/timeWords.ts'
import { Narrowing } from './Narrowing.tsx'
import { PeriodSelect } from './PeriodSelect.tsx'
import { filtersOf, searchOf, type TileFilters, type TileSearch } from './search.ts'
import { TileGrid } from './TileGrid.tsx'
import classes from './TileScreen.module.css'
import { TileSkeletonGrid } from './TileSkeletonGrid.tsx'
import { tileStepFor, tileSteps } from './tileSize.ts'
import { useCloseReading } from './useCloseReading.ts'

const ReadingDialog = lazy(() => import('./ReadingDialog.tsx'))
/** No phone has it. */
const TileSizeSlider = lazy(() => import('./TileSizeSlider.tsx'))

export interface TileScreenProps {
  search: TileSearch
  onSearch: (search: TileSearch, replace?: boolean) => void
  /** Keeps the choice for the next visit. */
  onChosen: (filters: TileFilters) => void
}

interface Props extends TileScreenProps {
  /** What the filters select, as lists and files ask for it. */
  asked: ReadingFilters
  listed: ListedReadings
  /** The list has no pages. */
  endless: boolean
  /** Says what to do where nothing is listed. */
  empty: { text: string; action?: ReactNode }
  /** How many there are, with the pages where it has some. */
  pager: ReactNode
}

/** Tiles of readings with what chooses them; 点検データ and 異常データ are two of these. */
export function TileScreen({ search, onSearch, onChosen, asked, listed, endless, empty, pager }: Props) {
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
  const { readings, count } = listed
  const retry = () => void listed.refresh()
  const filter = (chosen: TileFilters) => {
    onChosen(chosen)
    onSearch(searchOf(chosen))
  }
  // Below a list without end nobody would find it.
  const above = readings !== undefined && count > 0 && endless && pager
  const below = readings !== undefined && count > 0 && !endless && pager

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
          {!narrow && (
            <Suspense fallback={<span className={classes.slider} />}>
              <TileSizeSlider step={step} onChange={setStep} />
            </Suspense>
          )}
          <RefreshButton fetchedAt={listed.fetchedAt} onRefresh={listed.refresh} compact={narrow} />
          <DownloadButton
            label="CSV"
            title="CSVの出力"
            disabled={count === 0}
            start={(options) => download(asked, options)}
          />
        </div>
      </div>
      <AgeNote fetchedAt={listed.fetchedAt} />
      {readings !== undefined && listed.error !== null && (
        <RefreshFailure error={listed.error} fetchedAt={listed.fetchedAt} retry={retry} />
      )}
      <NewerNote
        count={listed.newer}
        onShow={() => (endless ? void listed.showNewest() : onSearch({ ...search, page: undefined }))}
      />
      {readings === undefined && listed.error !== null && <ErrorState error={listed.error} retry={retry} />}
      {readings === undefined && listed.error === null && <TileSkeletonGrid step={step} narrow={narrow} />}
      {readings?.length === 0 && <EmptyState {...empty} />}
      {above}
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
            endless={endless}
            onNearEnd={listed.more}
          />
        </div>
      )}
      {listed.growing && <RowSkeletons count={1} height={96} />}
      {below}
      {search.value !== undefined && (
        <Suspense fallback={null}>
          <ReadingDialog
            id={search.value}
            listed={readings ?? []}
            wakeup
            onMove={(value) => onSearch({ ...search, value }, true)}
            onClose={closeReading}
          />
        </Suspense>
      )}
    </div>
  )
}

async function download(asked: ReadingFilters, options: DownloadOptions): Promise<number | null> {
  const { exportReadings } = await import('../../lib/exportReadings.ts')
  return exportReadings(asked, options)
}
