import { Flex } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, use, useState } from 'react'
import type { Alert } from '../../../../contract/alerts.ts'
import type { Reading } from '../../../../contract/readings.ts'
import { NetworkError } from '../../../failures/callErrors.ts'
import type { ReadingFilters } from '../../../lib/queries/readings.ts'
import { DownloadButton } from '../../../ui/dialog/DownloadButton.tsx'
import type { DownloadOptions } from '../../../ui/dialog/download.ts'
import { useIsNarrow, useIsPhone } from '../../../ui/layout/breakpoints.ts'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { ListFrame } from '../../../ui/table/ListFrame.tsx'
import type { ListState } from '../../../ui/table/listState.ts'
import type { PageSize } from '../../../ui/table/pages.ts'
import { RefreshButton } from '../../../ui/table/RefreshButton.tsx'
import { useFocusAfterRemoval } from '../../../ui/table/useFocusAfterRemoval.ts'
import { PreparesPrint } from '../../../ui/table/useIsPrinting.ts'
import { usePressCooldown } from '../../../ui/table/usePressCooldown.ts'
import { usePrintAll } from '../../../ui/table/usePrintAll.tsx'
import { TimeZone, useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { todayIn } from '../../../ui/text/formatTime.ts'
import { useCloseReading } from '../detail/useCloseReading.ts'
import { PeriodSelect } from './PeriodSelect.tsx'
import { ReadingFilterBar } from './ReadingFilterBar.tsx'
import { filtersOf, searchOf, type TileFilters, type TileSearch } from './search.ts'
import { TileGrid } from './TileGrid.tsx'
import classes from './TileScreen.module.css'
import { TileSizeSlider } from './TileSizeSlider.tsx'
import { TileSkeletonGrid } from './TileSkeletonGrid.tsx'
import { tileStepFor, tileSteps } from './tileSize.ts'
import { useHeldTiles } from './useHeldTiles.ts'
import { useLastValues } from './useLastValues.ts'
import { useTileAlerts } from './useTileAlerts.ts'

/** Lazy: a tenth of home's scripts (decision 019). */
const ReadingDialog = lazy(async () => ({
  default: (await import('../detail/ReadingDialog.tsx')).ReadingDialog,
}))

/** Lazy as well: shown after a press. */
const ConfirmAlertDialog = lazy(async () => ({
  default: (await import('./ConfirmAlertDialog.tsx')).ConfirmAlertDialog,
}))

/** Lazy: without signal only. */
const LastValues = lazy(() => import('./LastValues.tsx'))

export interface TileScreenProps {
  search: TileSearch
  onSearch: (search: TileSearch, replace?: boolean) => void
  /** Stores the choice. */
  onChosen: (filters: TileFilters) => void
}

interface Props extends TileScreenProps {
  /** Distinct per tab. */
  label: string
  /** Filters for list and export. */
  asked: ReadingFilters
  listed: ListState<Reading>
  size: PageSize
  empty: { text: string; action?: ReactNode }
  /** Count of an unpaged list. */
  total?: ReactNode
}

/** Filters and tiles of 点検データ and 異常データ. */
export function TileScreen(props: Props) {
  const { search, onSearch, onChosen, label, asked, size, empty, total } = props
  const { listed, isPreparing, printButton } = usePrintAll(props.listed)
  const zone = use(TimeZone)
  const today = todayIn(zone, useCurrentMinute())
  const narrow = useIsNarrow()
  const phone = useIsPhone()
  const [chosenStep, setStep] = useLocalStorage<number>({
    key: 'homeItemSize',
    defaultValue: tileSteps.middle,
    getInitialValueInEffect: false,
  })
  const step = tileStepFor(chosenStep, narrow)
  const closeReading = useCloseReading()
  const filters = filtersOf(search)
  const { rows: readings, count } = listed
  const all = useHeldTiles(asked, readings ?? [])
  const isWithoutSignal = listed.error instanceof NetworkError
  const { lasts, fetchedAt } = useLastValues(isWithoutSignal ? asked : null)
  const held = (search.page ?? 1) === 1 ? all : []
  const tileAlerts = useTileAlerts(readings ?? [], asked.span)
  const [confirming, setConfirming] = useState<Alert | null>(null)
  const markAsker = useFocusAfterRemoval(confirming !== null)
  const { cooling, startCooldown } = usePressCooldown()
  const confirm = (alert: Alert) => {
    markAsker()
    setConfirming(alert)
  }
  const filter = (chosen: TileFilters) => {
    onChosen(chosen)
    onSearch(searchOf(chosen))
  }

  return (
    <Flex direction="column" gap={{ base: 8, sm: 16 }}>
      <div className={classes.tools} data-keep-free>
        <PeriodSelect
          choice={filters.choice}
          today={today}
          onChange={(choice) => filter({ ...filters, choice })}
        />
        <div className={classes.filters}>
          <ReadingFilterBar value={filters} onChange={(narrowing) => filter({ ...filters, ...narrowing })} />
        </div>
        <Flex wrap="wrap" align="center" gap={{ base: 6, sm: '12px 20px' }} ml="auto">
          {!narrow && <TileSizeSlider step={step} onChange={setStep} />}
          <RefreshButton fetchedAt={listed.fetchedAt} onRefresh={listed.refresh} compact={phone} />
          <DownloadButton
            label="CSV"
            compact={phone}
            title="CSVの出力"
            disabled={readings !== undefined && count === 0}
            start={(options) => download(asked, zone, options)}
          />
          {/* A phone has no room for it; データ prints the same readings. */}
          {!narrow && printButton}
        </Flex>
      </div>
      <PreparesPrint value={isPreparing}>
        <ListFrame
          label={label}
          listed={listed}
          size={size}
          onPage={(next) => onSearch({ ...search, ...next })}
          total={total}
          substitute={
            isWithoutSignal &&
            lasts.length > 0 && (
              <Suspense fallback={<TileSkeletonGrid step={step} narrow={narrow} />}>
                <LastValues lasts={lasts} fetchedAt={fetchedAt} step={step} narrow={narrow} />
              </Suspense>
            )
          }
        >
          {readings === undefined && <TileSkeletonGrid step={step} narrow={narrow} />}
          {readings?.length === 0 && held.length === 0 && <EmptyState {...empty} />}
          {readings !== undefined && readings.length + held.length > 0 && (
            <TileGrid
              label={label}
              readings={readings}
              held={held}
              step={step}
              narrow={narrow}
              virtual={size === 'all'}
              alertOf={tileAlerts.alertOf}
              onConfirm={cooling ? undefined : confirm}
              opened={search.value}
              onViewport={listed.onViewport}
            />
          )}
        </ListFrame>
      </PreparesPrint>
      {confirming && (
        <Suspense>
          <ConfirmAlertDialog
            alert={confirming}
            reading={confirming.meter_value}
            shown={tileAlerts.countOf(confirming)}
            onConfirmed={() => {
              setConfirming(null)
              // The next tile may now be under the same finger.
              startCooldown()
            }}
            onClose={() => setConfirming(null)}
          />
        </Suspense>
      )}
      {search.value !== undefined && (
        <Suspense>
          <ReadingDialog
            id={search.value}
            listed={readings ?? []}
            tileAlerts={tileAlerts}
            wakeup
            onMove={(value) => onSearch({ ...search, value }, true)}
            onClose={closeReading}
          />
        </Suspense>
      )}
    </Flex>
  )
}

async function download(
  asked: ReadingFilters,
  zone: string,
  options: DownloadOptions,
): Promise<number | null> {
  const { exportReadings } = await import('../../../lib/files/exportReadings.ts')
  return exportReadings(asked, zone, options)
}
