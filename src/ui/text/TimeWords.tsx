import classes from './TimeWords.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** The short time for the eye, the full one for screen readers and for copied text. */
export const TimeWords = ({ short, full }: { short: string; full: string }) => (
  <>
    <span className={classes.short} aria-hidden>
      {short}
    </span>
    <VisuallyHidden>{full}</VisuallyHidden>
  </>
)
