import { Button } from '@mantine/core'
import { IconCalendarCheck, IconListDetails, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { use, useRef, useState } from 'react'
import { role } from '../../../contract/access.ts'
import { monthToClose } from '../../../contract/closing/closingDates.ts'
import type { Cycle } from '../../../contract/closing/cycles.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { closingsQuery, cyclesQuery } from '../../lib/queries/closings.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { PageAction } from '../../ui/layout/PageAction.tsx'
import { Tabbed } from '../../ui/layout/Tabbed.tsx'
import layout from '../../ui/layout/toolsAbove.module.css'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { CycleList } from './CycleList.tsx'
import { MonthBoard, type ReadingDialogs } from './MonthBoard.tsx'
import { MonthTools } from './MonthTools.tsx'
import { runningMonth } from './months.ts'
import type { ClosingsSearch } from './search.ts'

interface Props {
  search: ClosingsSearch
  onSearch: (search: ClosingsSearch, replace?: boolean) => void
  dialogs: ReadingDialogs
}

const tabs = [
  { name: 'board', label: '月の締め', icon: IconCalendarCheck },
  { name: 'cycles', label: '検針サイクル', icon: IconListDetails },
] as const

/** 締め: a cycle's months until they are closed, and the cycles. */
export function ClosingsScreen({ search, onSearch, dialogs }: Props) {
  const isAdmin = useAccount().role >= role.admin
  const cycles = useQuery(cyclesQuery)
  const [adding, setAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const tab = search.tab ?? 'board'
  const cycle = cycles.data?.find(({ id }) => id === search.cycle) ?? cycles.data?.[0]
  const add = () => {
    onSearch({ tab: 'cycles' })
    setAdding(true)
  }
  return (
    <Page
      title="締め"
      tabbed
      action={
        isAdmin &&
        tab === 'cycles' && (
          <PageAction ref={addButton} icon={IconPlus} label="検針サイクルを追加" onClick={add} />
        )
      }
    >
      <Tabbed
        tabs={tabs}
        shown={tab}
        // A search applies to one list only.
        onChoose={(name) =>
          onSearch({ cycle: search.cycle, ...(name === 'cycles' ? { tab: name } : {}) }, true)
        }
      >
        {tab === 'cycles' ? (
          <CycleList
            query={cycles}
            search={search}
            onSearch={onSearch}
            adding={adding}
            onAdded={() => setAdding(false)}
            addButton={addButton}
          />
        ) : cycle ? (
          <CycleBoard
            cycle={cycle}
            cycles={cycles.data ?? []}
            search={search}
            onSearch={onSearch}
            dialogs={dialogs}
          />
        ) : cycles.error ? (
          <ErrorState error={cycles.error} retry={() => void cycles.refetch()} />
        ) : cycles.data ? (
          <EmptyState
            title="検針サイクルがまだありません"
            text="締め日と、その日に締めるメーターを登録すると、月ごとの未検針や要確認をここに表示します。"
            action={isAdmin && <Button onClick={add}>検針サイクルを追加</Button>}
          />
        ) : (
          <RowSkeletons count={8} />
        )}
      </Tabbed>
    </Page>
  )
}

interface BoardProps extends Props {
  cycle: Cycle
  cycles: readonly Cycle[]
}

function CycleBoard({ cycle, cycles, search, onSearch, dialogs }: BoardProps) {
  const zone = use(TimeZone)
  const running = runningMonth(cycle, useCurrentMinute(), zone)
  const closed = useQuery(closingsQuery(cycle.id))
  const next = closed.data && monthToClose(closed.data, running)
  /** Where the screen began: the month does not move on when somebody else closes it. */
  const [begun, setBegun] = useState<{ cycleId: number; month: string } | null>(null)
  const begunMonth = begun?.cycleId === cycle.id ? begun.month : undefined
  if (next !== undefined && begunMonth === undefined && closed.fetchStatus !== 'fetching')
    setBegun({ cycleId: cycle.id, month: next })
  const month = search.month ?? begunMonth ?? next
  const show = (part: Partial<ClosingsSearch>) =>
    onSearch({ ...search, version: undefined, page: undefined, ...part })
  return (
    <div className={layout.screen}>
      <MonthTools
        cycles={cycles}
        cycle={cycle}
        month={month}
        latest={running}
        onCycle={(id) => show({ cycle: id, month: undefined })}
        onMonth={(chosen) => show({ month: chosen })}
      />
      {closed.data && next !== undefined && month !== undefined ? (
        <MonthBoard
          key={`${cycle.id} ${month}`}
          cycle={cycle}
          month={month}
          closed={closed.data}
          next={next}
          search={search}
          onSearch={onSearch}
          dialogs={dialogs}
        />
      ) : closed.error ? (
        <ErrorState error={closed.error} retry={() => void closed.refetch()} />
      ) : (
        <RowSkeletons count={8} />
      )}
    </div>
  )
}
