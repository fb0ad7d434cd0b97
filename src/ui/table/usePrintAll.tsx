import { ActionIcon } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useBusy } from '../../pwa/busy.ts'
import type { DownloadOptions, DownloadProgress } from '../dialog/download.ts'
import { ProgressDialog, type WorkRun } from '../dialog/ProgressDialog.tsx'
import { notify } from '../notice/notify.tsx'
import { useFailureNotices } from '../notice/useFailureNotices.ts'
import type { ListState } from './listState.ts'

/** With their pictures a browser still lays these out for paper within seconds; about 60 sheets. */
export const maxPrintedRows = 1000

const title = '全件の印刷'

interface PrintAll<Row> {
  /** The list as given, or while it is printed all its rows. */
  listed: ListState<Row>
  /** For `PreparesPrint` around the rows. */
  isPreparing: boolean
  printButton: ReactNode
}

/** 「全件を印刷」: loads all rows of the current filter and their pictures, and opens the browser's print dialog. */
export function usePrintAll<Row>(listed: ListState<Row>): PrintAll<Row> {
  const [printed, setPrinted] = useState<readonly Row[] | null>(null)
  const [run, setRun] = useState<WorkRun | null>(null)
  const [counter, setCounter] = useState<'件' | '枚'>('件')
  const notices = useFailureNotices()
  const controller = useRef<AbortController | null>(null)
  const isReady = useRef(false)
  useBusy('print', run?.state === 'under way')

  useEffect(() => () => controller.current?.abort(), [])
  useEffect(() => {
    const end = () => setPrinted(null)
    window.addEventListener('afterprint', end)
    return () => window.removeEventListener('afterprint', end)
  }, [])

  const stop = () => {
    controller.current?.abort()
    setRun(null)
    setPrinted(null)
  }

  const prepare = async () => {
    const mine = new AbortController()
    controller.current = mine
    let begun = performance.now()
    const onProgress = (progress: DownloadProgress) => {
      const elapsed = performance.now() - begun
      if (!mine.signal.aborted) setRun({ state: 'under way', progress, elapsed })
    }
    setCounter('件')
    setRun({ state: 'under way', progress: null, elapsed: 0 })
    try {
      const rows = await listed.loadAll(maxPrintedRows, { signal: mine.signal, onProgress })
      if (mine.signal.aborted) return
      if (rows === null) {
        setRun(null)
        notices.warning(tooMany)
        return
      }
      flushSync(() => setPrinted(rows))
      begun = performance.now()
      setCounter('枚')
      await loadPictures({ signal: mine.signal, onProgress })
      if (mine.signal.aborted) return
      isReady.current = true
      setRun(null)
    } catch (error) {
      if (!mine.signal.aborted) setRun({ state: 'failed', error })
    }
  }

  /** The dialog itself must not be on the paper. */
  const print = () => {
    if (!isReady.current) return
    isReady.current = false
    window.print()
  }

  return {
    listed: printed ? { ...listed, rows: printed, count: printed.length, page: 1 } : listed,
    isPreparing: printed !== null,
    printButton: (
      <>
        <ActionIcon
          variant="default"
          aria-label="全件を印刷"
          disabled={listed.rows === undefined || listed.count === 0}
          onClick={() => {
            notify.retract(tooMany)
            void prepare()
          }}
        >
          <IconPrinter size={20} aria-hidden />
        </ActionIcon>
        <ProgressDialog
          title={title}
          failed="印刷できませんでした"
          counter={counter}
          run={run}
          onStop={stop}
          onRetry={() => void prepare()}
          onClosed={print}
        />
      </>
    ),
  }
}

const tooMany = `一度に印刷できるのは${maxPrintedRows.toLocaleString('ja-JP')}件までです。条件を絞り込んでください。`

/** Loads the pictures of the page that the browser has put off until they are scrolled to. */
async function loadPictures({ signal, onProgress }: DownloadOptions): Promise<void> {
  const pictures = [...document.images].filter(({ complete }) => !complete)
  let done = 0
  await Promise.all(
    pictures.map(async (picture) => {
      const loaded = new Promise((resolve) => {
        // One that cannot be loaded is replaced by its list.
        for (const end of ['load', 'error']) picture.addEventListener(end, resolve, { signal })
        signal.addEventListener('abort', resolve)
      })
      picture.loading = 'eager'
      await loaded
      done += 1
      onProgress({ done, total: pictures.length })
    }),
  )
}
