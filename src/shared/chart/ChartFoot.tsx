import { Button } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { type ComponentProps, useId, useState } from 'react'
import classes from './axes.module.css'
import { PointTable } from './PointTable.tsx'

/** Below a chart: what its time axis shows, and its values as a table. */
export function ChartFoot(table: ComponentProps<typeof PointTable>) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className={classes.line}>
        <Button
          size="compact-md"
          variant="subtle"
          leftSection={<IconTable size={18} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? '表を閉じる' : '表で見る'}
        </Button>
        <span aria-hidden>測定日時</span>
      </div>
      <div id={id}>{isOpen && <PointTable {...table} />}</div>
    </>
  )
}
