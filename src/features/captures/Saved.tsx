import { IconCheck } from '@tabler/icons-react'
import classes from './Saved.module.css'

/** Shown once the photograph is stored on the device. */
export const Saved = () => (
  <p className={classes.saved} role="status">
    <IconCheck size={18} aria-hidden />
    写真を保存しました
  </p>
)
