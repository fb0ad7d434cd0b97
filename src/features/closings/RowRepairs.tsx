import { Button } from '@mantine/core'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import classes from './Board.module.css'
import type { BoardMeter } from './boardRows.ts'
import type { Repair } from './repairs.ts'

const names: Record<Repair, string> = {
  review: '要確認',
  near: '確認',
  entry: '値を入力',
  capture: '撮影',
  estimate: '認定',
  withdraw: '認定を見る',
  reading: '測定値',
  meter: 'メーター',
}

interface Props {
  row: BoardMeter
  repairs: readonly Repair[]
  onRepair: (repair: Repair) => void
}

/** What can be done about a meter, in its row. */
export const RowRepairs = ({ row, repairs, onRepair }: Props) => (
  <span className={classes.repairs}>
    {repairs.map((repair, index) => {
      const common = {
        size: 'sm',
        mih: 'var(--control-height)',
        px: 'sm',
        variant: index === 0 && row.state !== 'confirmed' && row.state !== 'closed' ? 'light' : 'default',
        'aria-label': `${row.name} ${names[repair]}`,
        'data-repair': true,
        'data-move': repair,
      }
      const params = { id: String(row.id) }
      const [closingReading] = row.end?.reading_ids ?? []
      if (repair === 'review') {
        return (
          <ButtonLink key={repair} {...common} to="/review" search={{ reading: closingReading }}>
            {names[repair]}
          </ButtonLink>
        )
      }
      if (repair === 'capture') {
        return (
          <ButtonLink key={repair} {...common} to="/capture-meter-value/$id" params={params}>
            {names[repair]}
          </ButtonLink>
        )
      }
      if (repair === 'meter') {
        return (
          <ButtonLink key={repair} {...common} to="/meters/$id" params={params}>
            {names[repair]}
          </ButtonLink>
        )
      }
      return (
        <Button key={repair} {...common} onClick={() => onRepair(repair)}>
          {names[repair]}
        </Button>
      )
    })}
  </span>
)
