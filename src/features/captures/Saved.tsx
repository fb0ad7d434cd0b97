import { IconCheck } from '@tabler/icons-react'
import classes from './Saved.module.css'

/** The promise that the photograph is not lost any more: the medium has it. */
export const Saved = () => (
  <p className={classes.saved} role="status">
    <IconCheck size={18} aria-hidden />
    写真を保存しました
  </p>
)
