import { ActionIcon, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazy, useEffect, useRef, useState } from 'react'
import type { DownloadOptions } from '../../lib/exportReadings.ts'
import { useBusy } from '../../pwa/busy.ts'
import { notify } from '../notice/notify.tsx'
import { WhenOpened } from '../state/WhenOpened.tsx'
import type { Run } from './DownloadDialog.tsx'

const DownloadDialog = lazy(() => import('./DownloadDialog.tsx'))

interface Props {
  label: string
  /** Of the dialog that shows how far it is. */
  title: string
  disabled?: boolean
  /** Only the sign, where room is scarce. */
  compact?: boolean
  /** Resolves to the rows saved; null where the person gave up. */
  start: (options: DownloadOptions) => Promise<number | null>
}

/** A file that takes a while: how far it is, how long still, a way to stop, and what happened if it fails. */
export function DownloadButton({ label, title, disabled = false, compact = false, start }: Props) {
  const [run, setRun] = useState<Run | null>(null)
  const controller = useRef<AbortController | null>(null)
  useBusy('download', run?.state === 'under way')

  // Whoever leaves the screen has no way to stop it any more, and would not hear of its failure.
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
    setRun({ state: 'under way', progress: null, begun })
    try {
      const rows = await start({
        signal: mine.signal,
        onProgress: (progress) => {
          if (controller.current === mine) setRun({ state: 'under way', progress, begun })
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
      <WhenOpened opened={run !== null}>
        <DownloadDialog title={title} run={run} onStop={stop} onRetry={() => void download()} />
      </WhenOpened>
    </>
  )
}
