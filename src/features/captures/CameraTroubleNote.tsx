import { Button } from '@mantine/core'
import { IconCameraOff, IconRefresh } from '@tabler/icons-react'
import classes from './CameraTroubleNote.module.css'
import type { CameraTrouble } from './useCamera.ts'

const texts: Record<CameraTrouble, { title: string; text: string }> = {
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
  unsupported: {
    title: 'この画面ではカメラを使えません',
    text: '「写真を撮る・選ぶ」をお使いください。カメラには HTTPS での接続が必要です。',
  },
}

interface Props {
  trouble: CameraTrouble
  restart: () => void
}

/** Why there is no live picture, with the file input. */
export function CameraTroubleNote({ trouble, restart }: Props) {
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
