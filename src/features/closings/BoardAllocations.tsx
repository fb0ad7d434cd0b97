import { monthText } from '../../../text/monthText.ts'
import { AllocationList } from '../../shared/allocations/AllocationList.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import type { BoardMeter } from './boardRows.ts'

interface Props {
  /** `YYYY-MM` */
  month: string
  meters: readonly BoardMeter[]
  onClose: () => void
}

/** How the usages of a month are allocated, or were when it was closed. */
export const BoardAllocations = ({ month, meters, onClose }: Props) => (
  <Dialog title={`${monthText(month)}の按分`} opened onClose={onClose} width={720}>
    <AllocationList
      month={month}
      meters={meters.flatMap(({ allocation, ...row }) =>
        allocation === null ? [] : { ...row, code: row.meter?.code ?? null, allocation },
      )}
    />
  </Dialog>
)
