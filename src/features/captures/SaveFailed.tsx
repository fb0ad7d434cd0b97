import { Button } from '@mantine/core'
import { IconAlertTriangle, IconDownload, IconRefresh } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { isStorageFull } from '../../../offline/outbox.ts'
import { savePhotograph } from '../../lib/saveFile.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import classes from './SaveFailed.module.css'
import type { Unsaved } from './useCaptureFlow.ts'

interface Props {
  unsaved: Unsaved
  onRetry: () => void
  /** The person leaves without it. */
  onDiscard: () => void
}

/** The photograph is in memory only. */
export function SaveFailed({ unsaved: { photograph, error }, onRetry, onDiscard }: Props) {
  const { bytes, mime, meterName } = photograph
  useBlocker({
    shouldBlockFn: async () => {
      const discards = await confirm({
        title: '写真は保存されていません',
        text: 'この画面を離れると、撮影した写真は失われます。',
        confirm: '破棄して離れる',
        cancel: 'この画面に残る',
        destructive: true,
      })
      if (discards) onDiscard()
      return !discards
    },
    enableBeforeUnload: true,
  })
  return (
    <div className={classes.unsaved} role="alert">
      <p className={classes.title}>
        <IconAlertTriangle size={24} aria-hidden />
        写真を端末に保存できませんでした
      </p>
      <p className={classes.text}>
        {isStorageFull(error)
          ? '端末の空き容量が足りません。不要なファイルを消してから、もう一度保存してください。'
          : 'もう一度保存してください。続けて失敗するときは、写真をファイルに保存してください。'}
      </p>
      <Button className={classes.main} leftSection={<IconRefresh size={24} aria-hidden />} onClick={onRetry}>
        もう一度保存
      </Button>
      <Button
        className={classes.other}
        variant="default"
        leftSection={<IconDownload size={20} aria-hidden />}
        onClick={() => void savePhotograph(bytes, mime, meterName)}
      >
        写真をファイルに保存
      </Button>
    </div>
  )
}
