import { ActionIcon, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useBusy } from '../../pwa/busy.ts'
import { notify } from '../notice/notify.tsx'
import type { DownloadOptions } from './download.ts'
import { ProgressDialog, type WorkRun } from './ProgressDialog.tsx'

interface Props {
  label: string
  /** Of the progress dialog. */
  title: string
  disabled?: boolean
  /** Icon only. */
  compact?: boolean
  /** Resolves to the rows saved; null if cancelled. */
  start: (options: DownloadOptions) => Promise<number | null>
}

/** A long download with progress, remaining time, cancel and retry. */
export function DownloadButton({ label, title, disabled = false, compact = false, start }: Props) {
  const [run, setRun] = useState<WorkRun | null>(null)
  const controller = useRef<AbortController | null>(null)
  useBusy('download', run?.state === 'under way')

  // Unmounted, it could be neither cancelled nor reported.
  useEffect(
    () => () => {
      if (controller.current === null) return
      controller.current.abort()
      notify.info(`${title}を中止しました。`)
    },
    [title],
  )

  const stop = () => {
    controller.current?.abort()
    controller.current = null
    setRun(null)
  }
  const download = async () => {
    const mine = new AbortController()
    controller.current = mine
    const begun = performance.now()
    setRun({ state: 'under way', progress: null, elapsed: 0 })
    try {
      const rows = await start({
        signal: mine.signal,
        onProgress: (progress) => {
          const elapsed = performance.now() - begun
          if (controller.current === mine) setRun({ state: 'under way', progress, elapsed })
        },
      })
      if (controller.current !== mine) return
      controller.current = null
      setRun(null)
      if (rows !== null) notify.success(`${rows.toLocaleString('ja-JP')}行のCSVを保存しました`)
    } catch (error) {
      if (controller.current !== mine) return
      controller.current = null
      setRun({ state: 'failed', error })
    }
  }

  return (
    <>
      {compact ? (
        <ActionIcon variant="default" aria-label={label} disabled={disabled} onClick={() => void download()}>
          <IconDownload size={20} aria-hidden />
        </ActionIcon>
      ) : (
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          disabled={disabled}
          onClick={() => void download()}
        >
          {label}
        </Button>
      )}
      <ProgressDialog
        title={title}
        failed="CSVを保存できませんでした"
        run={run}
        onStop={stop}
        onRetry={() => void download()}
      />
    </>
  )
}
