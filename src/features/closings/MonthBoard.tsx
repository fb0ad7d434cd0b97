import { Button } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconArrowsSplit2 } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { role } from '../../../contract/access.ts'
import type { Closing } from '../../../contract/closing/closings.ts'
import type { Cycle } from '../../../contract/closing/cycles.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { closingKeys } from '../../lib/queries/closings/closingKeys.ts'
import { boardQuery } from '../../lib/queries/closings.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import layout from '../../ui/layout/toolsAbove.module.css'
import { DataList } from '../../ui/table/DataList.tsx'
import { filterAndSortRows, localList } from '../../ui/table/localList.ts'
import { correctedNow, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { BoardCard } from './BoardCard.tsx'
import { BoardCsv } from './BoardCsv.tsx'
import { BoardNumbers } from './BoardNumbers.tsx'
import { boardColumns } from './boardColumns.tsx'
import { type BoardMeter, boardMeters, isException, isInList, listNames } from './boardRows.ts'
import { ClosingReading } from './ClosingReading.tsx'
import { MonthStatus } from './MonthStatus.tsx'
import { moveBetweenMeters } from './moveBetweenMeters.ts'
import { NearReadings, type ReadingDialogOf } from './NearReadings.tsx'
import { ReasonField } from './ReasonField.tsx'
import { RowRepairs } from './RowRepairs.tsx'
import { type Repair, repairsOf } from './repairs.ts'
import type { ClosingsSearch } from './search.ts'
import { useBoardFocus } from './useBoardFocus.ts'

const BoardAllocations = lazy(async () => ({
  default: (await import('./BoardAllocations.tsx')).BoardAllocations,
}))
const CloseDialog = lazy(async () => ({ default: (await import('./CloseDialog.tsx')).CloseDialog }))
const EstimateDialog = lazy(async () => ({ default: (await import('./EstimateDialog.tsx')).EstimateDialog }))
const WithdrawDialog = lazy(async () => ({ default: (await import('./WithdrawDialog.tsx')).WithdrawDialog }))

/** Dialogs of readings, which the route brings in. */
export interface ReadingDialogs {
  reading: ReadingDialogOf
  /** `at`: when it was measured, in milliseconds since 1970. */
  entry: (shown: { meterId: number; at: number; onClose: () => void }) => ReactNode
}

interface Props {
  cycle: Cycle
  month: string
  closed: readonly Closing[]
  /** The month that can be closed next. */
  next: string
  search: ClosingsSearch
  onSearch: (search: ClosingsSearch, replace?: boolean) => void
  dialogs: ReadingDialogs
}

/** The board of a month: how many meters need what, each with its repair, until the month is closed. */
export function MonthBoard({ cycle, month, closed, next, search, onSearch, dialogs }: Props) {
  const client = useQueryClient()
  const isAdmin = useAccount().role >= role.admin
  const now = useCurrentMinute()
  const phone = useIsPhone()
  const query = useQuery(boardQuery(cycle.id, month, search.version))
  const board = query.data
  const { meters, units } = useMasters('meters', 'units')
  const rows = useMemo(
    () =>
      board &&
      boardMeters(board.meters, meters, (meter) => nameIn(units, meter.meter_unit_id) ?? '', cycle.checks),
    [board, meters, units, cycle.checks],
  )
  // Kept on the device: reasons are sent when the month is closed.
  const [reasons, setReasons, forgetReasons] = useLocalStorage<Record<string, string>>({
    key: `closingReasons.${cycle.id}.${month}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const [opened, setOpened] = useState<{ repair: Repair | 'close' | 'allocations'; id: number } | null>(null)
  const screen = useRef<HTMLDivElement>(null)
  const rememberPosition = useBoardFocus({
    screen,
    board,
    isRepairing: opened !== null,
  })

  const { list, version, ...listSearch } = search
  const isClosed = board?.closing != null
  const shown = list === 'corrected' && board && !isClosed ? undefined : list
  const columns = boardColumns({
    isClosed,
    reason: (row) => reasonOf(row),
    repairs: (row) => repairs(row),
  })
  const reasonOf = (row: BoardMeter) => {
    if (!isException(row) || !isAdmin) return row.reason
    const change = (reason: string) => setReasons((given) => ({ ...given, [row.id]: reason }))
    return <ReasonField name={row.name} value={reasons[row.id] ?? ''} onChange={change} />
  }
  const repairs = (row: BoardMeter) =>
    board && (
      <RowRepairs
        row={row}
        repairs={repairsOf(row, board, cycle, now)}
        onRepair={(repair) => {
          rememberPosition()
          setOpened({ repair, id: row.id })
        }}
      />
    )
  const close = () => {
    setOpened(null)
    // A repair may have changed what the board says.
    void client.invalidateQueries({ queryKey: closingKeys.months })
  }
  const found = rows?.filter((row) => shown === undefined || isInList(row, shown))
  const row = rows?.find(({ id }) => id === opened?.id)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between buttons and fields
    <div ref={screen} className={layout.screen} onKeyDown={moveBetweenMeters}>
      {board && (
        <MonthStatus
          board={board}
          closed={closed}
          next={next}
          corrected={rows?.filter(({ state }) => state === 'corrected').length ?? 0}
          onVersion={(chosen) => onSearch({ ...search, version: chosen, page: undefined })}
          onMonth={(chosen) => onSearch({ ...search, month: chosen, version: undefined, page: undefined })}
          onClose={() => {
            rememberPosition()
            setOpened({ repair: 'close', id: 0 })
          }}
        />
      )}
      <BoardNumbers
        meters={rows}
        checks={cycle.checks}
        isClosed={isClosed}
        shown={shown}
        onShow={(chosen) => onSearch({ ...search, list: chosen, page: undefined })}
      />
      <DataList
        label={shown === undefined ? 'メーター' : listNames[shown]}
        storeKey="closings"
        columns={columns}
        card={(each) => <BoardCard row={each} reason={reasonOf(each)} repairs={repairs(each)} />}
        cardsBelow="desktop"
        listed={localList(found, query, columns, listSearch)}
        search={listSearch}
        onSearch={(changed, replace) => onSearch({ ...changed, list, version }, replace)}
        searchBox={{ key: 'text', label: 'メーターを検索' }}
        refreshable
        tools={
          <>
            {rows?.some(({ allocation }) => allocation !== null) && (
              <Button
                variant="default"
                leftSection={<IconArrowsSplit2 size={18} aria-hidden />}
                onClick={() => setOpened({ repair: 'allocations', id: 0 })}
              >
                按分
              </Button>
            )}
            {board?.closing && rows && !phone && (
              <BoardCsv
                cycle={cycle}
                closing={board.closing}
                rows={filterAndSortRows(rows, columns, { sort: search.sort, order: search.order })}
              />
            )}
          </>
        }
        empty={{
          nothing:
            shown === undefined
              ? 'この検針サイクルにはメーターがありません。「検針サイクル」で追加してください。'
              : `${listNames[shown]}のメーターはありません。`,
          narrowed: '条件に合うメーターがありません。検索を変えてください。',
        }}
      />
      <Suspense>
        {opened?.repair === 'close' && board && rows && (
          <CloseDialog
            cycleId={cycle.id}
            board={board}
            meters={rows}
            reasons={reasons}
            onClosed={() => {
              forgetReasons()
              // The dialog leaves first, or the router would ask whether its input is to be discarded.
              flushSync(() => setOpened(null))
              // With its month, or the next one would take its place; without a list, which the CSV would be cut to.
              onSearch({ ...search, month, list: undefined, text: undefined, page: undefined }, true)
            }}
            onClose={() => setOpened(null)}
          />
        )}
        {opened?.repair === 'allocations' && rows && (
          <BoardAllocations month={month} meters={rows} onClose={() => setOpened(null)} />
        )}
        {opened?.repair === 'estimate' && board && row && (
          <EstimateDialog row={row} board={board} onClose={close} />
        )}
        {opened?.repair === 'withdraw' && row && <WithdrawDialog row={row} onClose={close} />}
        {opened?.repair === 'near' && board && row && (
          <NearReadings row={row} board={board} cycle={cycle} reading={dialogs.reading} onClose={close} />
        )}
        {opened?.repair === 'reading' && row && (
          <ClosingReading row={row} reading={dialogs.reading} onClose={close} />
        )}
        {opened?.repair === 'entry' &&
          board &&
          dialogs.entry({
            meterId: opened.id,
            at: Math.min(Date.parse(board.to), correctedNow()),
            onClose: close,
          })}
      </Suspense>
    </div>
  )
}
