import classes from './TimeWords.module.css'

const minutesEnd = 'YYYY/MM/DD HH:mm'.length

/** The short time for the eye, the full one for screen readers, for copied text, and without its seconds for paper. */
export const TimeWords = ({ short, full }: { short: string; full: string }) => (
  <>
    <span className={classes.short} aria-hidden>
      {short}
    </span>
    <span className={classes.full}>
      {full.slice(0, minutesEnd)}
      <span className={classes.seconds}>{full.slice(minutesEnd)}</span>
    </span>
  </>
)
