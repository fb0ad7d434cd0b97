import { Button } from '@mantine/core'
import classes from './camera/NoteLine.module.css'

interface Props {
  back: () => void
}

/** During a retake: the fate of the previous photograph, and the way back. */
export function RetakeNote({ back }: Props) {
  return (
    <div className={classes.line} role="status">
      <p className={classes.text}>前の写真は、新しい写真を保存すると置き換わります。</p>
      <Button variant="default" className={classes.action} onClick={back}>
        前の写真に戻る
      </Button>
    </div>
  )
}
