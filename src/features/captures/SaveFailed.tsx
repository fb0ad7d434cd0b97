import { Button, Flex, Stack } from '@mantine/core'
import { IconAlertTriangle, IconCameraRotate, IconDownload, IconRefresh } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { DatabaseRefused } from '../../../offline/database.ts'
import { isStorageFull } from '../../../offline/outbox.ts'
import { savePhotograph } from '../../lib/files/saveFile.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import buttons from '../../ui/form/LargeButton.module.css'
import { notify } from '../../ui/notice/notify.tsx'
import type { Unsaved } from './useCaptureFlow.ts'

interface Props {
  unsaved: Unsaved
  onRetry: () => void
  /** The person goes on without it. */
  onDiscard: () => void
}

function adviceFor(error: unknown): string {
  if (isStorageFull(error))
    return '端末の空き容量が足りません。不要なファイルを消してから、もう一度保存してください。'
  if (error instanceof DatabaseRefused)
    return 'このウィンドウでは、ブラウザが保存を許可していません。写真をファイルに保存して、ホームの「データを追加」から送信してください。'
  return 'もう一度保存してください。続けて失敗するときは、写真をファイルに保存してください。'
}

/** The photograph is in memory only, or in a file that the person keeps. */
export function SaveFailed({ unsaved: { photograph, error }, onRetry, onDiscard }: Props) {
  const { bytes, mime, meterName } = photograph
  const refused = error instanceof DatabaseRefused
  const [inFile, setInFile] = useState(false)
  /** Asks where the photograph would be lost. False: the person keeps it. */
  const discard = async (text: string, verb: string): Promise<boolean> => {
    const agreed =
      inFile ||
      (await confirm({
        title: '写真は保存されていません',
        text,
        confirm: verb,
        cancel: 'この画面に残る',
        destructive: true,
      }))
    if (agreed) onDiscard()
    return agreed
  }
  useBlocker({
    shouldBlockFn: async () =>
      !(await discard('この画面を離れると、撮影した写真は失われます。', '破棄して離れる')),
    enableBeforeUnload: !inFile,
  })
  const save = async () => {
    try {
      if (await savePhotograph(bytes, mime, meterName)) setInFile(true)
    } catch (failure) {
      notify.failure(failure, { title: '写真をファイルに保存できませんでした' })
    }
  }
  return (
    <Stack gap={8} role="alert">
      <Flex component="p" gap={8} align="center" fz="lg" fw={700} c="var(--abnormal-text)">
        <IconAlertTriangle size={24} aria-hidden />
        写真を端末に保存できませんでした
      </Flex>
      <p>{adviceFor(error)}</p>
      <Button className={buttons.main} leftSection={<IconRefresh size={24} aria-hidden />} onClick={onRetry}>
        もう一度保存
      </Button>
      <Button
        className={buttons.other}
        variant="default"
        leftSection={<IconDownload size={20} aria-hidden />}
        onClick={() => void save()}
      >
        写真をファイルに保存
      </Button>
      {inFile && (
        <p role="status">ファイルに保存しました。{!refused && 'あとで「写真を撮る・選ぶ」から選べます。'}</p>
      )}
      <Button
        className={buttons.other}
        variant="subtle"
        leftSection={<IconCameraRotate size={20} aria-hidden />}
        onClick={() => void discard('撮り直すと、この写真は失われます。', '破棄して撮り直す')}
      >
        {inFile ? '撮り直す' : '破棄して撮り直す'}
      </Button>
    </Stack>
  )
}
