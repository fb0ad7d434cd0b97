import { Box } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { AgeNote } from '../state/AgeNote.tsx'
import { ErrorState } from '../state/ErrorState.tsx'
import classes from './ListFrame.module.css'
import type { ListState } from './listState.ts'
import { NewRowsNote } from './NewRowsNote.tsx'
import { Pager } from './Pager.tsx'
import { type PageSize, pageSearchParams } from './pages.ts'
import { RefetchError } from './RefetchError.tsx'
import { RowSkeletons } from './Skeletons.tsx'
import { useIsPrinting } from './useIsPrinting.ts'

interface Props<Row> {
  /** Accessible name, for focus after 表示. */
  label: string
  listed: ListState<Row>
  size: PageSize
  /** Page or size for the URL. */
  onPage: (next: ReturnType<typeof pageSearchParams>) => void
  /** Count, instead of the pager. */
  total?: ReactNode
  /** Instead of the error where nothing is loaded. */
  substitute?: ReactNode
  /** What the rows are filtered by, for paper. */
  conditions?: readonly string[] | undefined
  /** Below the rows. */
  note?: ReactNode
  children: ReactNode
}

/** Around a list's rows: age, errors, new rows, pager. */
export function ListFrame<Row>(props: Props<Row>) {
  const { label, listed, size, onPage, total, substitute, conditions = [], note, children } = props
  const { rows, page, count, error, fetchedAt, begunAt = 0, newer = 0, showNewest } = listed
  const hasPages = size !== 'all'
  const frame = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (begunAt > 0) showTop(frame.current)
  }, [begunAt])
  const isPrinting = useIsPrinting()
  const printed = isPrinting ? (rows?.filter((row) => row !== undefined).length ?? 0) : count
  const retry = () => void listed.refresh()
  const paging =
    rows !== undefined &&
    count > 0 &&
    (total ?? (
      <Pager total={count} page={page} size={size} onChange={(next) => onPage(pageSearchParams(next))} />
    ))
  return (
    <>
      <AgeNote fetchedAt={fetchedAt} />
      {rows !== undefined && error !== null && (
        <RefetchError error={error} fetchedAt={fetchedAt} retry={retry} />
      )}
      <NewRowsNote
        count={newer}
        onShow={async () => {
          if (!hasPages) await showNewest?.()
          else {
            onPage(pageSearchParams({ page: 1, size }))
            showTop(frame.current)
          }
          // The button unmounts: focus moves to the new rows, unless it is elsewhere by now.
          if (document.activeElement === document.body || document.activeElement?.closest('[role=status]'))
            frame.current?.focus({ preventScroll: true })
        }}
      />
      {isPrinting && conditions.length > 0 && (
        <Box component="p" my="md">{`絞り込み: ${conditions.join('、')}`}</Box>
      )}
      {isPrinting && count > 0 && (printed < count || total === undefined) && (
        <Box component="p" my="md">
          {printedText(printed, count)}
        </Box>
      )}
      {/* Nobody would find it below an unpaged list. */}
      {!hasPages && paging}
      {rows === undefined && error !== null ? (
        substitute || <ErrorState error={error} retry={retry} />
      ) : (
        <section
          ref={frame}
          tabIndex={-1}
          aria-label={label}
          className={classes.rows}
          data-outdated={listed.outdated || undefined}
          aria-busy={listed.outdated}
        >
          {children}
        </section>
      )}
      {note}
      {listed.loadingMore && <RowSkeletons count={1} height={96} />}
      {hasPages && paging}
    </>
  )
}

/** On paper the pager is left out: behind the last row it could begin another sheet. */
const printedText = (printed: number, count: number) => {
  const all = `全${count.toLocaleString('ja-JP')}件`
  return printed < count ? `${all}のうち、${printed.toLocaleString('ja-JP')}件を印刷しています。` : all
}

/** Scrolls the window, and a table within it. */
function showTop(frame: HTMLElement | null): void {
  window.scrollTo({ top: 0 })
  frame?.querySelector('[data-scroll-restoration-id]')?.scrollTo({ top: 0 })
}
