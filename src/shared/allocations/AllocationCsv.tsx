import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { formatForInput } from '../../../text/formatNumber.ts'
import { saveFile } from '../../lib/files/saveFile.ts'
import { notify } from '../../ui/notice/notify.tsx'
import type { Column } from '../../ui/table/column.ts'
import { csvOf } from '../../ui/table/csvOf.ts'
import type { AllocatedMeter } from './allocatedMeter.ts'
import { allocationMethodNames, allocationProblemTexts, usageMarkNames } from './allocationTexts.ts'

interface Props {
  /** `YYYY-MM` */
  month: string
  meters: readonly AllocatedMeter[]
  bearerOf: (id: number | null) => string | undefined
}

interface Row {
  meter: AllocatedMeter
  part: AllocatedMeter['allocation']['parts'][number] | null
}

const exact = (value: number | null | undefined) => (value == null ? '不明' : formatForInput(value, null))

/** Saves who bears which part of which usage, one line each. */
export function AllocationCsv({ month, meters, bearerOf }: Props) {
  const columns: Column<Row>[] = [
    { key: 'month', title: '対象年月', text: () => month },
    { key: 'name', title: 'メーター名', text: ({ meter }) => meter.name },
    { key: 'code', title: '管理番号', text: ({ meter }) => meter.code },
    { key: 'unit', title: '単位', text: ({ meter }) => meter.unit },
    { key: 'usage', title: '使用量', text: ({ meter }) => exact(meter.usage) },
    { key: 'mark', title: '区分', text: ({ meter }) => usageMarkNames[meter.mark] },
    {
      key: 'method',
      title: '按分の方法',
      text: ({ meter }) => allocationMethodNames[meter.allocation.method],
    },
    { key: 'child', title: '子メーター', text: ({ part }) => (part?.meter_id == null ? '' : part.name) },
    {
      key: 'weight',
      title: '子メーターの使用量',
      text: ({ part }) => (part?.meter_id == null ? '' : exact(part.weight)),
    },
    {
      key: 'bearer',
      title: '負担先',
      text: ({ part }) => part && (part.meter_id === null ? part.name : bearerOf(part.cost_bearer_id)),
    },
    {
      key: 'percent',
      title: '割合（%）',
      text: ({ part }) => (part === null || part.meter_id !== null ? '' : exact(part.weight)),
    },
    { key: 'part', title: '按分後', text: ({ part }) => (part?.usage == null ? '' : exact(part.usage)) },
    {
      key: 'problem',
      title: '按分できない理由',
      text: ({ meter: { allocation } }) => allocation.problem && allocationProblemTexts[allocation.problem],
    },
  ]
  const rows = meters.flatMap((meter): Row[] =>
    meter.allocation.parts.length === 0
      ? [{ meter, part: null }]
      : meter.allocation.parts.map((part) => ({ meter, part })),
  )
  const save = async () => {
    await saveFile(new File([csvOf(columns, rows)], `allocations-${month}.csv`, { type: 'text/csv' }))
    notify.success(`${rows.length.toLocaleString('ja-JP')}行のCSVを保存しました`)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => void save()}
    >
      CSVダウンロード
    </Button>
  )
}
