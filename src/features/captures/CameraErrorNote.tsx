import { Button } from '@mantine/core'
import { IconCameraOff, IconRefresh } from '@tabler/icons-react'
import classes from './CameraErrorNote.module.css'
import type { CameraError } from './useCamera.ts'

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

interface Props {
  trouble: CameraError
  restart: () => void
}

/** Why there is no live picture, with the file input. */
export function CameraErrorNote({ trouble, restart }: Props) {
  const { title, text } = texts[trouble]
  return (
    <div className={classes.note} role="alert">
      <IconCameraOff size={48} stroke={1.5} aria-hidden />
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{text}</p>
      {trouble !== 'unsupported' && (
        <Button
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
