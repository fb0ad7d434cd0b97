import classes from './ProgressBar.module.css'

interface Props {
  planned: number
  captured: number
  skipped: number
}

/** How much of a round is captured and skipped, next to the numbers that say the same. */
export function ProgressBar({ planned, captured, skipped }: Props) {
  const share = (count: number) => `${(100 * count) / Math.max(1, planned)}%`
  return (
    <div className={classes.bar} aria-hidden>
      <span data-captured style={{ width: share(captured) }} />
      <span data-skipped style={{ width: share(skipped) }} />
    </div>
  )
}
