import type { HTMLAttributes } from 'react'
import classes from './VisuallyHidden.module.css'

/** Words that are only heard. Every tile and row has some, so it is the plain element. */
export const VisuallyHidden = (props: HTMLAttributes<HTMLSpanElement>) => (
  <span {...props} className={classes.hidden} />
)
