import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import type { Closing } from '../../../contract/closing/closings.ts'
import type { Cycle } from '../../../contract/closing/cycles.ts'
import { costBearersQuery } from '../../lib/queries/costBearers.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { ExportButton } from '../../shared/exports/ExportButton.tsx'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { boardCsvColumns, usualColumns } from './boardCsv.ts'
import type { BoardMeter } from './boardRows.ts'

interface Props {
  cycle: Cycle
  closing: Closing
  rows: readonly BoardMeter[]
}

/** Saves a closed month as it was closed; 管理番号, groups and 負担先 are those of now. */
export function BoardCsv({ cycle, closing: { month, version }, rows }: Props) {
  const zone = use(TimeZone)
  const { groups } = useMasters('groups')
  const { data: bearers = [] } = useQuery(costBearersQuery)
  return (
    <ExportButton
      target="closings"
      columnsOf={(keys) =>
        boardCsvColumns(keys ?? usualColumns, {
          month,
          version,
          cycle: cycle.name,
          zone,
          groupOf: ({ meter }) => nameIn(groups, meter?.meter_group_id ?? null),
          bearerOf: ({ meter }) => nameIn(bearers, meter?.cost_bearer_id ?? null),
        })
      }
      rows={rows}
      fileName={`closing-${month}-v${version}.csv`}
    />
  )
}
