import type { HTMLAttributes } from 'react'
import classes from './VisuallyHidden.module.css'

/** For screen readers. A plain element, because each tile and row has some. */
export const VisuallyHidden = (props: HTMLAttributes<HTMLSpanElement>) => (
  <span {...props} className={classes.hidden} />
)
