import type { ReactNode, Ref } from 'react'
import classes from './EffectNote.module.css'

/** What a change does to meters and readings that are there, said before it is saved. */
export const EffectNote = ({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) => (
  <div ref={ref} className={classes.note} role="status">
    {children}
  </div>
)
