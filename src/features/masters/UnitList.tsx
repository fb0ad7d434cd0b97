import { useQuery } from '@tanstack/react-query'
import { useDeleteUnit, useSaveUnit } from '../../lib/mutations/unitMutations.ts'
import { unitsQuery, unitUsageQuery } from '../../lib/queries/units.ts'
import { MasterList } from './MasterList.tsx'
import { namedColumns } from './masterColumns.tsx'
import type { MasterListProps } from './masterListProps.ts'
import { UnitDialog } from './UnitDialog.tsx'

/** 単位 */
export function UnitList(props: MasterListProps) {
  const save = useSaveUnit()
  return (
    <MasterList
      {...props}
      label="単位"
      storeKey="masters.unit"
      columns={(options) => namedColumns('単位名', options)}
      query={useQuery(unitsQuery)}
      usage={useQuery(unitUsageQuery).data}
      onDelete={useDeleteUnit().mutateAsync}
      dialog={(shown) => <UnitDialog {...shown} onSave={save.mutateAsync} />}
    />
  )
}
