import { ActionIcon, Button, Flex, Switch } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import {
  IconChartLine,
  IconKeyboard,
  IconList,
  IconListSearch,
  IconPlus,
  IconSearch,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, use, useMemo, useState } from 'react'
import { exportReadings } from '../../../lib/files/exportReadings.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { ImportLink } from '../../../shared/imports/ImportLink.tsx'
import { DownloadButton } from '../../../ui/dialog/DownloadButton.tsx'
import { ButtonLink } from '../../../ui/layout/ButtonLink.tsx'
import { useIsPhone } from '../../../ui/layout/breakpoints.ts'
import { Page } from '../../../ui/layout/Page.tsx'
import { PageAction } from '../../../ui/layout/PageAction.tsx'
import { Tabbed } from '../../../ui/layout/Tabbed.tsx'
import layout from '../../../ui/layout/toolsAbove.module.css'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { RefreshButton } from '../../../ui/table/RefreshButton.tsx'
import { TimeZone } from '../../../ui/text/currentMinute.ts'
import { EntryDialog } from '../entry/EntryDialog.tsx'
import { GraphSkeleton } from '../graph/GraphSkeleton.tsx'
import classes from './DataPage.module.css'
import { FilterChips } from './FilterChips.tsx'
import { ListPanel } from './ListPanel.tsx'
import { readingFiltersOf } from './readingFilters.ts'
import { SearchDrawer } from './SearchDrawer.tsx'
import { type DataFilters, type DataSearch, filterMeters, filtersOf, hasFilters, spanOf } from './search.ts'
import { useFocusOpener } from './useFocusOpener.ts'
import { useRefresh } from './useRefresh.ts'

const GraphPanel = lazy(() => import('../graph/GraphPanel.tsx'))

const tabs = [
  { name: 'graph', label: 'データグラフ', icon: IconChartLine },
  { name: 'list', label: 'データ一覧', icon: IconList },
] as const

interface Props {
  search: DataSearch
  onSearch: (search: DataSearch, replace?: boolean) => void
  /** Resets to page 1. */
  onFilters: (filters: DataFilters) => void
  /** Writes the reading to the URL. */
  onOpen: (readingId: number) => void
  /** The dialog of the URL's reading, with its neighbours in the list. */
  detail: (listed: readonly ({ id: number } | undefined)[]) => ReactNode
}

/** データ: readings as graph or list. */
export function DataPage({ search, onSearch, onFilters, onOpen, detail }: Props) {
  const { tab = 'graph' } = search
  const filters = filtersOf(search)
  const chosen = hasFilters(filters)
  const phone = useIsPhone()
  const zone = use(TimeZone)
  const { list, ...refresh } = useRefresh(tab)
  const [numbers, setNumbers] = useLocalStorage({
    key: 'dataGraphNumbers',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const figures = (
    <Switch
      className={classes.switch}
      size="md"
      label="グラフ数値"
      checked={numbers}
      onChange={({ currentTarget }) => setNumbers(currentTarget.checked)}
    />
  )
  /** Text search shown; null: only when it is in use. */
  const [opened, setOpened] = useState<boolean | null>(null)
  const narrowed = search.text !== undefined || search.order !== undefined
  const textTools = opened ?? narrowed
  const [searching, setSearching] = useState(false)
  const [adding, setAdding] = useState(false)
  const [listed, setListed] = useState<readonly { id: number }[]>([])
  const markOpener = useFocusOpener(search.value !== undefined)
  const open = (readingId: number, among: readonly { id: number }[]) => {
    markOpener()
    setListed(among)
    onOpen(readingId)
  }
  const [onlyMeter] = filters.meters.length === 1 ? filters.meters : []

  return (
    <Page
      title="データ"
      tabbed
      action={<PageAction icon={IconPlus} label="データを追加" onClick={() => setAdding(true)} />}
    >
      <Tabbed
        tabs={tabs}
        shown={tab}
        onChoose={(next) =>
          onSearch({
            ...search,
            tab: next === 'list' ? 'list' : undefined,
            waiting: next === 'list' ? search.waiting : undefined,
            page: undefined,
          })
        }
      >
        <div className={layout.screen}>
          <div className={layout.tools} data-keep-free>
            {phone ? (
              <>
                <ActionIcon
                  variant={chosen ? 'light' : 'default'}
                  aria-label="データ検索"
                  onClick={() => setSearching(true)}
                >
                  <IconSearch size={20} aria-hidden />
                </ActionIcon>
                <FilterChips filters={filters} onChange={onFilters} />
              </>
            ) : (
              <Button
                variant="default"
                leftSection={<IconSearch size={18} aria-hidden />}
                onClick={() => setSearching(true)}
              >
                データ検索
              </Button>
            )}
            {tab === 'graph' && !phone && figures}
            <Flex wrap="wrap" gap={{ base: 6, sm: 8 }} ml="auto">
              <RefreshButton label="データ更新" compact={phone} {...refresh} />
              {phone && tab === 'list' && (
                <ActionIcon
                  variant={narrowed ? 'light' : 'default'}
                  aria-label={`一覧の検索と並べ替え${narrowed ? '（適用中）' : ''}`}
                  disabled={!chosen}
                  aria-expanded={textTools}
                  onClick={() => setOpened(!textTools)}
                >
                  <IconListSearch size={20} aria-hidden />
                </ActionIcon>
              )}
              {tab === 'list' && !phone && <ImportLink noun="readings" />}
              {tab === 'list' && (
                <DownloadButton
                  label="CSV"
                  compact={phone}
                  title="CSVの出力"
                  disabled={!chosen}
                  start={(progress) => exportReadings(readingFiltersOf(search), zone, progress)}
                />
              )}
            </Flex>
          </div>
          {!phone && <FilterChips filters={filters} onChange={onFilters} />}
          {!chosen && (
            <EmptyState
              title="表示するデータを選択してください"
              text="メーターやグループ、期間を選ぶと、グラフと一覧に表示します。"
              action={
                <Button leftSection={<IconSearch size={18} aria-hidden />} onClick={() => setSearching(true)}>
                  データ検索
                </Button>
              }
            />
          )}
          {chosen && tab === 'graph' && (
            <div>
              <Graph
                filters={filters}
                numbers={numbers}
                onUnconfirmed={() => onFilters({ ...filters, waiting: 'time' })}
                onOpen={open}
              />
              {phone && figures}
            </div>
          )}
          {chosen && tab === 'list' && (
            <ListPanel
              ref={list}
              search={search}
              tools={!phone || textTools}
              onSearch={onSearch}
              onFilters={onFilters}
              onOpen={(readingId) => {
                markOpener()
                onOpen(readingId)
              }}
              detail={detail}
            />
          )}
        </div>
      </Tabbed>
      {searching && (
        <SearchDrawer filters={filters} onApply={onFilters} onClose={() => setSearching(false)} />
      )}
      {adding && (
        <EntryDialog meterId={onlyMeter} onClose={() => setAdding(false)}>
          <ButtonLink to="/entry" variant="default" leftSection={<IconKeyboard size={20} aria-hidden />}>
            グループごとにまとめて入力
          </ButtonLink>
        </EntryDialog>
      )}
      {search.value !== undefined && !(chosen && tab === 'list') && detail(listed)}
    </Page>
  )
}

interface GraphProps {
  filters: DataFilters
  numbers: boolean
  onUnconfirmed: () => void
  onOpen: (readingId: number, among: readonly { id: number }[]) => void
}

/** Loads the chart library on demand. */
function Graph({ filters, numbers, onUnconfirmed, onOpen }: GraphProps) {
  const all = useQuery(metersQuery)
  const meters = useMemo(() => all.data && filterMeters(all.data, filters), [all.data, filters])
  if (meters === undefined) {
    const retry = () => void all.refetch()
    return all.error ? <ErrorState error={all.error} retry={retry} /> : <GraphSkeleton />
  }
  if (meters.length === 0)
    return <EmptyState text="条件に合うメーターがありません。検索条件を変えてください。" />
  return (
    <Suspense fallback={<GraphSkeleton />}>
      <GraphPanel
        meters={meters}
        span={spanOf(filters)}
        numbers={numbers}
        onUnconfirmed={onUnconfirmed}
        onOpen={onOpen}
      />
    </Suspense>
  )
}
