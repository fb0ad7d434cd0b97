import { useQuery } from '@tanstack/react-query'
import { reviewCountQuery } from '../../lib/queries/review/review.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import classes from './AlertCount.module.css'

/** Shown as 99+ above. */
const maxShown = 99

/** Number of readings that wait for a person, at the menu entry; hidden at zero. */
export function ReviewCount() {
  const { data: count = 0 } = useQuery(reviewCountQuery)
  return count === 0 ? null : (
    <span className={classes.count} data-waiting>
      <span aria-hidden>{count > maxShown ? `${maxShown}+` : count}</span>
      <VisuallyHidden>{count}件</VisuallyHidden>
    </span>
  )
}
