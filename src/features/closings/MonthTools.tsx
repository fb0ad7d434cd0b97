import { ActionIcon, Flex, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { addMonths } from '../../../contract/closing/closingDates.ts'
import type { Cycle } from '../../../contract/closing/cycles.ts'
import { monthText } from '../../../text/monthText.ts'
import classes from './Board.module.css'
import { closingDayText } from './months.ts'

interface Props {
  cycles: readonly Cycle[]
  cycle: Cycle
  /** `YYYY-MM`; undefined: not known yet. */
  month: string | undefined
  /** The last month that can be shown: the one that is not over. */
  latest: string
  onCycle: (id: number) => void
  onMonth: (month: string) => void
}

/** Which cycle's board is shown, and of which month. */
export const MonthTools = ({ cycles, cycle, month, latest, onCycle, onMonth }: Props) => (
  <Flex wrap="wrap" gap={{ base: 6, sm: '8px 12px' }} align="center">
    {cycles.length > 1 && (
      <NativeSelect
        aria-label="検針サイクル"
        size="md"
        data={cycles.map((each) => ({
          value: String(each.id),
          label: `${each.name}（${closingDayText(each)}）`,
        }))}
        value={cycle.id}
        onChange={({ currentTarget }) => onCycle(Number(currentTarget.value))}
      />
    )}
    <div className={classes.steps}>
      <ActionIcon
        variant="default"
        aria-label="前の月"
        disabled={month === undefined}
        onClick={() => month && onMonth(addMonths(month, -1))}
      >
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <strong className={classes.month}>{month && monthText(month)}</strong>
      <ActionIcon
        variant="default"
        aria-label="次の月"
        disabled={month === undefined || month >= latest}
        onClick={() => month && onMonth(addMonths(month, 1))}
      >
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </div>
  </Flex>
)
