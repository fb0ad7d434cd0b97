import { Button } from '@mantine/core'
import { IconCamera, IconCameraOff, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './CameraNote.module.css'
import type { Camera, CameraError } from './useCamera.ts'

const texts: Record<CameraError, { title: string; text: string }> = {
  denied: {
    title: 'カメラの使用が許可されていません',
    text: 'ブラウザの設定でカメラを許可してから再開するか、「写真を撮る・選ぶ」をお使いください。',
  },
  absent: {
    title: 'カメラが見つかりません',
    text: '「写真を撮る・選ぶ」をお使いください。',
  },
  busy: {
    title: 'カメラを使用できません',
    text: 'ほかのアプリを閉じてから再開するか、「写真を撮る・選ぶ」をお使いください。',
  },
  stalled: {
    title: 'カメラの映像が止まりました',
    text: 'カメラを再開するか、「写真を撮る・選ぶ」をお使いください。',
  },
  unsupported: {
    title: 'この画面ではカメラを使えません',
    text: '「写真を撮る・選ぶ」をお使いください。カメラには HTTPS での接続が必要です。',
  },
}

/** A camera that has not come by then may wait for the person. Milliseconds. */
const longWait = 5000

interface Props {
  camera: Camera
  /** The browser stores no photographs for this page, so that the file input is disabled as well. */
  refused: boolean
}

/** Says why there is no live picture, and what to do; the file input is below. */
export function CameraNote({ camera, refused }: Props) {
  const { wanted, round, stream, trouble, restart } = camera
  if (refused) return trouble !== null && <RefusedNote />
  if (trouble !== null) return <TroubleNote trouble={trouble} restart={restart} />
  return wanted && stream === null && <WaitNote key={round} />
}

/** The browser does not say whether it asks the person for permission. */
function WaitNote() {
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longWait)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" className={long ? classes.note : undefined}>
      {long && (
        <>
          <IconCamera size={48} stroke={1.5} aria-hidden />
          <p className={classes.title}>カメラの準備を待っています</p>
          <p className={classes.text}>
            カメラの許可を求める表示が出ているときは、許可してください。「写真を撮る・選ぶ」も使えます。
          </p>
        </>
      )}
    </div>
  )
}

/** What the person can do instead is below. */
const RefusedNote = () => (
  <div className={classes.note}>
    <IconCameraOff size={48} stroke={1.5} aria-hidden />
    <p className={classes.title}>このウィンドウでは撮影できません</p>
  </div>
)

interface TroubleProps {
  trouble: CameraError
  restart: () => void
}

function TroubleNote({ trouble, restart }: TroubleProps) {
  const { title, text } = texts[trouble]
  return (
    <div className={classes.note} role="alert">
      <IconCameraOff size={48} stroke={1.5} aria-hidden />
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{text}</p>
      {trouble !== 'unsupported' && (
        <Button
          className={classes.action}
          size="lg"
          variant="white"
          color="dark"
          leftSection={<IconRefresh size={20} aria-hidden />}
          onClick={restart}
        >
          カメラを再開
        </Button>
      )}
    </div>
  )
}
