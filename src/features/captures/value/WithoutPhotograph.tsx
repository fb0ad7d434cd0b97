import { IconCameraOff } from '@tabler/icons-react'
import classes from '../camera/CameraNote.module.css'

/** Shown in place of the photograph while a value is entered without one. */
export const WithoutPhotograph = () => (
  <div className={classes.note}>
    <IconCameraOff size={48} stroke={1.5} aria-hidden />
    <p className={classes.title}>写真なしの測定値</p>
  </div>
)
