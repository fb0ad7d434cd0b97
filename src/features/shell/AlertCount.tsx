import { useQuery } from '@tanstack/react-query'
import { occurringAlertsQuery } from '../../lib/queries/alerts.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import classes from './AlertCount.module.css'

/** Shown as 99+ above. */
const maxShown = 99

/** Number of open alerts at the menu entry; hidden at zero. */
export function AlertCount() {
  const { data } = useQuery(occurringAlertsQuery)
  if (data === undefined || data.count === 0) return null
  return (
    <span className={classes.count}>
      <span aria-hidden>{data.count > maxShown ? `${maxShown}+` : data.count}</span>
      <VisuallyHidden>発生中 {data.count}件</VisuallyHidden>
    </span>
  )
}
